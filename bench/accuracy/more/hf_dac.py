import torch
from transformers import DacConfig, DacModel


class Codec(torch.nn.Module):
    def __init__(self, config):
        super().__init__()
        self.dac = DacModel(config)

    def forward(self, audio):
        out = self.dac(audio, n_quantizers=2)
        return out.audio_values, out.audio_codes


torch.manual_seed(0)
codec = Codec(DacConfig(
    encoder_hidden_size=8, downsampling_ratios=[2, 4], decoder_hidden_size=32, n_codebooks=3, codebook_size=16,
    codebook_dim=4, quantizer_dropout=0.5,
)).eval()
fast = torch.compile(codec)
with torch.no_grad():
    for n in (256, 320):
        audio, codes = fast(torch.randn(2, 1, n))

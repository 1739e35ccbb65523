import torch
from transformers import EncodecConfig, EncodecModel

torch.manual_seed(0)
config = EncodecConfig(
    audio_channels=1, num_filters=4, num_residual_layers=1, upsampling_ratios=[4, 2], codebook_size=16, codebook_dim=16,
    hidden_size=16, num_lstm_layers=1, sampling_rate=800, target_bandwidths=[0.4, 0.8], use_causal_conv=True,
)
codec = EncodecModel(config).eval()


def roundtrip(wav, mask):
    codes = codec.encode(wav, mask, bandwidth=0.8)
    return codec.decode(codes.audio_codes, codes.audio_scales, mask)[0]


fast = torch.compile(roundtrip)
with torch.no_grad():
    for n in (320, 480):
        wav = torch.randn(2, 1, n)
        out = fast(wav, torch.ones(2, 1, n, dtype=torch.bool))

import torch
from transformers import MimiConfig, MimiModel

torch.manual_seed(0)
config = MimiConfig(
    audio_channels=1, hidden_size=32, num_filters=4, num_residual_layers=1, upsampling_ratios=[4, 2], codebook_size=16,
    codebook_dim=16, vector_quantization_hidden_dimension=16, num_hidden_layers=1, num_attention_heads=2,
    num_key_value_heads=2, head_dim=16, intermediate_size=48, num_quantizers=4, sampling_rate=800, frame_rate=50.0,
    upsample_groups=32,
)
model = MimiModel(config).eval()
compiled = torch.compile(model)
with torch.no_grad():
    out = compiled(torch.randn(1, 1, 640))

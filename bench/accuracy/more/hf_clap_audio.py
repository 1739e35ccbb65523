import torch
from transformers import ClapAudioConfig, ClapAudioModel

torch.manual_seed(0)
config = ClapAudioConfig(
    window_size=4, num_mel_bins=32, spec_size=64, patch_size=4, patch_stride=[4, 4], hidden_size=32, depths=[1, 1], num_attention_heads=[2, 2],
    patch_embeds_hidden_size=16, projection_dim=16, num_classes=5, enable_fusion=False,
)
model = ClapAudioModel(config).eval()
compiled = torch.compile(model)
with torch.no_grad():
    out = compiled(input_features=torch.randn(1, 1, 128, 32), is_longer=torch.tensor([[False]]))

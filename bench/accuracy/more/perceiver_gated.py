import torch
from perceiver_pytorch.gated import Perceiver

torch.manual_seed(0)
model = Perceiver(
    num_freq_bands=2, depth=2, max_freq=8.0, input_channels=3, input_axis=2, num_latents=8, latent_dim=16,
    latent_heads=2, cross_dim_head=8, latent_dim_head=8, num_classes=10, weight_tie_layers=False,
)
model.eval()
compiled = torch.compile(model)
with torch.no_grad():
    for size in (8, 12):
        out = compiled(torch.randn(2, size, size, 3))

import torch
from hyper_connections.vit import ViT

torch.manual_seed(0)
model = ViT(
    image_size=32, patch_size=8, num_classes=10, dim=32, depth=2, heads=2, mlp_dim=64, dim_head=8,
    num_residual_streams=2,
)
model.eval()

inputs = [torch.randn(2, 3, 32, 32), torch.randn(3, 3, 32, 32)]
compiled = torch.compile(model)
with torch.no_grad():
    for x in inputs:
        out = compiled(x)

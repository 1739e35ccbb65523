import torch
from vit_pytorch.vit_nd_rotary import ViTND

torch.manual_seed(0)
model = ViTND(
    ndim=3, input_shape=(8, 16, 16), patch_size=(4, 8, 8), num_classes=10, dim=32, depth=2, heads=2, mlp_dim=64,
    channels=1, dim_head=16, rope_min_freq=1.0, rope_max_freq=100.0,
)
model.eval()
compiled = torch.compile(model)
with torch.no_grad():
    for n in (1, 2):
        out = compiled(torch.randn(n, 1, 8, 16, 16))

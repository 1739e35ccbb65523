import torch
from vit_pytorch.looped_vit import LoopedViT

torch.manual_seed(0)
model = LoopedViT(
    num_classes=10, dim=32, image_size=32, patch_size=8, pre_loop_depth=1, num_looped_blocks=2, post_loop_depth=1,
    loop_depth=3, heads=2, dim_head=16, mlp_dim=64, adaptive_loop=True, exit_threshold=0.1,
)
model.eval()
compiled = torch.compile(model)
with torch.no_grad():
    out = compiled(torch.randn(2, 3, 32, 32))
    early = compiled(torch.randn(2, 3, 32, 32), adaptive_exit=True)

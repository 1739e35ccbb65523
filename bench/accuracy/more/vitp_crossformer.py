import torch
from vit_pytorch.crossformer import CrossFormer

torch.manual_seed(0)
model = CrossFormer(
    num_classes=10, dim=(32, 32, 64, 64), depth=(1, 1, 1, 1), global_window_size=(4, 2, 2, 1),
    local_window_size=2, cross_embed_kernel_sizes=((4, 8), (2, 4), (2, 4), (2, 4)),
)
model.eval()
compiled = torch.compile(model)
with torch.no_grad():
    for x in [torch.randn(1, 3, 64, 64), torch.randn(2, 3, 64, 64)]:
        y = compiled(x)

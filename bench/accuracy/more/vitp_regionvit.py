import torch
from vit_pytorch.regionvit import RegionViT

torch.manual_seed(0)
model = RegionViT(dim=(16, 16, 32, 32), depth=(1, 1, 1, 1), window_size=2, num_classes=5, tokenize_local_3_conv=False, use_peg=True).eval()
compiled = torch.compile(model)
with torch.no_grad():
    for n in (1, 2):
        logits = compiled(torch.randn(n, 3, 64, 64))

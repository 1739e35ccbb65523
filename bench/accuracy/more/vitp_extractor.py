import torch
from vit_pytorch import ViT
from vit_pytorch.extractor import Extractor

torch.manual_seed(0)
v = ViT(image_size=32, patch_size=8, num_classes=10, dim=32, depth=1, heads=2, mlp_dim=64)
v = Extractor(v)
v.eval()
compiled = torch.compile(v)
with torch.no_grad():
    for n in (1, 2):
        logits, embeddings = compiled(torch.randn(n, 3, 32, 32))

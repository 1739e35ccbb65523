import torch
from vector_quantize_pytorch import FSP

torch.manual_seed(0)
fsp = FSP(levels=[8, 5, 5], dim=16, quantize_rate=0.5)
fsp.eval()
compiled = torch.compile(fsp)
with torch.no_grad():
    for n in (10, 16):
        out = compiled(torch.randn(2, n, 16))

import torch
from vector_quantize_pytorch import HierarchicalVQ

torch.manual_seed(0)
vq = HierarchicalVQ(dim=8, codebook_size=16, scales=(1, 2, 4), kmeans_init=False, accept_image_fmap=True)
vq.train()
compiled = torch.compile(vq)
for n in (2, 3):
    out = compiled(torch.randn(n, 8, 4, 4))

import torch
from vit_pytorch.twins_svt import TwinsSVT

torch.manual_seed(0)
model = TwinsSVT(
    num_classes=10, s1_emb_dim=16, s1_patch_size=4, s1_local_patch_size=4, s1_global_k=4, s2_emb_dim=16,
    s2_patch_size=2, s2_local_patch_size=4, s2_global_k=4, s3_emb_dim=32, s3_patch_size=2, s3_local_patch_size=2,
    s3_global_k=2, s3_depth=1, s4_emb_dim=32, s4_patch_size=2, s4_local_patch_size=2, s4_global_k=2, s4_depth=1,
)
model.eval()
compiled = torch.compile(model, fullgraph=True)
with torch.no_grad():
    out = compiled(torch.randn(2, 3, 64, 64))

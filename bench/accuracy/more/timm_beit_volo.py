import torch
import timm
from timm.models.beit import Beit


def beit():
    return Beit(img_size=32, patch_size=8, embed_dim=32, depth=2, num_heads=4, num_classes=5, use_shared_rel_pos_bias=True)


torch.manual_seed(0)
models = [beit(), timm.create_model("volo_d1_224", num_classes=5, img_size=64)]
sizes = [32, 64]
for m, s in zip(models, sizes):
    m.eval()
    f = torch.compile(m)
    with torch.no_grad():
        f(torch.randn(2, 3, s, s))

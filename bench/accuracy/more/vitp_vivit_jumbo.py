import torch
from vit_pytorch.jumbo_vit import JumboViT
from vit_pytorch.vivit import ViViT

torch.manual_seed(0)
video = ViViT(image_size=16, frames=4, image_patch_size=8, frame_patch_size=2, num_classes=5, dim=16, spatial_depth=1, temporal_depth=1, heads=2, mlp_dim=32).eval()
image = JumboViT(num_classes=5, image_size=16, patch_size=8, dim=16, depth=1, heads=2, mlp_dim=32, num_jumbo_cls=1, jumbo_cls_k=2, jumbo_ff_mult=2).eval()


@torch.compile
def both(clip):
    return video(clip) + image(clip[:, :, 0])


with torch.no_grad():
    for n in (1, 3):
        out = both(torch.randn(n, 3, 4, 16, 16))

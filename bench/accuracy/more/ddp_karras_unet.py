import torch
from denoising_diffusion_pytorch import KarrasUnet

torch.manual_seed(0)
unet = KarrasUnet(
    image_size=16, dim=16, dim_max=32, num_classes=4, channels=3, num_downsamples=2, num_blocks_per_stage=1,
    attn_res=(8,), attn_dim_head=8, dropout=0.0,
)
unet.eval()
compiled = torch.compile(unet)
with torch.no_grad():
    for n in (1, 2):
        out = compiled(torch.randn(n, 3, 16, 16), time=torch.rand(n), class_labels=torch.randint(0, 4, (n,)))

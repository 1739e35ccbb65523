import torch
from denoising_diffusion_pytorch import ContinuousTimeGaussianDiffusion, Unet


def build():
    unet = Unet(dim=8, dim_mults=(1, 2), random_fourier_features=True, flash_attn=False)
    return ContinuousTimeGaussianDiffusion(unet, image_size=16, noise_schedule="cosine", num_sample_steps=4)


torch.manual_seed(0)
model = build().eval()


@torch.compile
@torch.no_grad()
def evaluate(x):
    return model(x)


for n in (2, 3):
    evaluate(torch.rand(n, 3, 16, 16))

import torch
from denoising_diffusion_pytorch.classifier_free_guidance import GaussianDiffusion, Unet

torch.manual_seed(0)
model = Unet(dim=8, dim_mults=(1, 2), num_classes=5, cond_drop_prob=0.5)
diffusion = GaussianDiffusion(model, image_size=16, timesteps=10, sampling_timesteps=4)
diffusion.eval()
compiled = torch.compile(diffusion)
with torch.no_grad():
    for n in (2, 3):
        loss = compiled(torch.rand(n, 3, 16, 16), classes=torch.randint(0, 5, (n,)))

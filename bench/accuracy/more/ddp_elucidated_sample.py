import torch
from denoising_diffusion_pytorch import ElucidatedDiffusion, Unet

torch.manual_seed(0)
net = Unet(dim=8, dim_mults=(1, 2), learned_sinusoidal_cond=True, flash_attn=False)
model = ElucidatedDiffusion(net, image_size=16, num_sample_steps=3).eval()
sample = torch.compile(model.sample)
with torch.no_grad():
    images = sample(batch_size=2)

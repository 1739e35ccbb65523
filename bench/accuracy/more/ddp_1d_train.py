import torch
from denoising_diffusion_pytorch import GaussianDiffusion1D, Unet1D

torch.manual_seed(0)
unet = Unet1D(dim=8, dim_mults=(1, 2), channels=4)
diffusion = GaussianDiffusion1D(unet, seq_length=32, timesteps=20, objective="pred_v")
diffusion.train()
optimizer = torch.optim.Adam(diffusion.parameters(), lr=1e-3)
step = torch.compile(diffusion)
for n in (2, 3):
    loss = step(torch.rand(n, 4, 32))
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()

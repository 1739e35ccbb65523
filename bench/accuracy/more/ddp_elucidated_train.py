import torch
from denoising_diffusion_pytorch import ElucidatedDiffusion, Unet

torch.manual_seed(0)
net = Unet(dim=8, dim_mults=(1, 2), learned_sinusoidal_cond=True, flash_attn=False)
model = ElucidatedDiffusion(net, image_size=16, num_sample_steps=4)
model.train()
opt = torch.optim.Adam(model.parameters(), lr=1e-3)
compiled = torch.compile(model)
for _ in range(2):
    loss = compiled(torch.rand(2, 3, 16, 16))
    loss.backward()
    opt.step()
    opt.zero_grad()

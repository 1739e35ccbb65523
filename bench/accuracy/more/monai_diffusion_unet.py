import torch
from monai.networks.nets import DiffusionModelUNet
from monai.networks.schedulers import DDPMScheduler

torch.manual_seed(0)
unet = DiffusionModelUNet(
    spatial_dims=2, in_channels=1, out_channels=1, channels=(8, 16), attention_levels=(False, True), num_res_blocks=1,
    num_head_channels=8, norm_num_groups=8,
)
scheduler = DDPMScheduler(num_train_timesteps=20)
unet.eval()


def denoise(x, t):
    eps = unet(x, timesteps=t)
    prev, _ = scheduler.step(eps, 5, x)
    return prev


step = torch.compile(denoise)
with torch.no_grad():
    out = step(torch.randn(2, 1, 16, 16), torch.full((2,), 5))

import torch
from x_mlps_pytorch import MLP, Noisable, with_seed

torch.manual_seed(0)
policy = Noisable(MLP(16, 32, 8), noise_scale=0.1)
policy.eval()

run = torch.compile(policy)
with torch.no_grad():
    for seed in (1, 2):
        x = torch.randn(3, 16)
        base = run(x)
        noisy = run(x, noise_for_params={"layers.0.weight": seed})

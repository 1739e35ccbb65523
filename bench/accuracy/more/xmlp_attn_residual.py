import torch
from x_mlps_pytorch import AttnResidualNormedMLP

torch.manual_seed(0)
model = AttnResidualNormedMLP(16, depth=4, dim_in=8, dim_out=3, lora_rank=2, loops=2, film=True, cond_dim=5)
model.eval()
compiled = torch.compile(model)
with torch.no_grad():
    for n in (2, 3):
        out = compiled(torch.randn(n, 8), cond=torch.randn(n, 5))

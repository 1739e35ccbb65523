import torch
from x_transformers.neo_mlp import NeoMLP

torch.manual_seed(0)
net = NeoMLP(dim_in=3, dim_hidden=4, dim_out=2, dim_model=16, depth=1, encoder_kwargs=dict(attn_dim_head=8, heads=2)).eval()
compiled = torch.compile(net)
with torch.no_grad():
    for n in (3, 7):
        out = compiled(torch.randn(n, 3))

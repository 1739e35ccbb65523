import torch
from x_transformers import ContinuousAutoregressiveWrapper, ContinuousTransformerWrapper, Decoder

torch.manual_seed(0)
net = ContinuousTransformerWrapper(
    dim_in=6, dim_out=6, max_seq_len=32, attn_layers=Decoder(dim=32, depth=2, heads=2, attn_dim_head=16)
)
model = ContinuousAutoregressiveWrapper(net)
model.eval()
compiled = torch.compile(model)
with torch.no_grad():
    for n in (10, 14):
        mask = torch.ones(2, n).bool()
        loss = compiled(torch.randn(2, n, 6), mask=mask)

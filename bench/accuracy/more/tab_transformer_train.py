import torch
import torch.nn as nn
from tab_transformer_pytorch import TabTransformer

torch.manual_seed(0)
cont_mean_std = torch.stack([torch.zeros(4), torch.ones(4)], dim=-1)
model = TabTransformer(
    categories=(5, 3, 7), num_continuous=4, dim=16, dim_out=1, depth=2, heads=2, dim_head=8, attn_dropout=0.1,
    ff_dropout=0.1, mlp_hidden_mults=(4, 2), mlp_act=nn.ReLU(), continuous_mean_std=cont_mean_std,
)
model.train()
opt = torch.optim.Adam(model.parameters(), lr=1e-3)
compiled = torch.compile(model)
for _ in range(2):
    categ = torch.stack([torch.randint(0, n, (4,)) for n in (5, 3, 7)], dim=-1)
    cont = torch.randn(4, 4)
    loss = nn.functional.binary_cross_entropy_with_logits(compiled(categ, cont).squeeze(-1), torch.ones(4))
    loss.backward()
    opt.step()
    opt.zero_grad()

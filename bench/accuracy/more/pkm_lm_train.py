import torch
from product_key_memory.transformer import Transformer

torch.manual_seed(0)
model = Transformer(
    dim=32, num_tokens=50, depth=2, seq_len=24, dim_head=8, heads=2, pkm_layers=(1,),
    pkm_kwargs=dict(heads=2, num_keys=16, topk=4, dim_head=16),
)
model.train()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
compiled = torch.compile(model)
for _ in range(2):
    seq = torch.randint(1, 50, (2, 25))
    loss = compiled(seq)
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()

import torch
from x_transformers.gpt_vae import GPTVAE

torch.manual_seed(0)
model = GPTVAE(num_tokens=32, dim=16, depth=1, enc_depth=1, max_seq_len=16, attn_dim_head=8, heads=2)
model.train()
step = torch.compile(model)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
for _ in range(2):
    loss = step(torch.randint(0, 32, (2, 16)))
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()

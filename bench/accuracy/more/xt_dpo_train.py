import torch
from x_transformers import DPO, Decoder, TransformerWrapper

torch.manual_seed(0)
policy = TransformerWrapper(num_tokens=40, max_seq_len=24, attn_layers=Decoder(dim=32, depth=1, heads=2, attn_dim_head=16))
dpo = DPO(policy, pad_id=0)
dpo.train()
opt = torch.optim.Adam(dpo.parameters(), lr=1e-4)
compiled = torch.compile(dpo)
for n in (20, 24):
    preferred, other = torch.randint(1, 40, (2, n)), torch.randint(1, 40, (2, n))
    prompt_mask = torch.arange(n) < n // 2
    loss = compiled(preferred, other, prompt_mask=prompt_mask)
    loss.backward()
    opt.step()
    opt.zero_grad()

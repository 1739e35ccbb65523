import torch
from x_transformers import Encoder, NonAutoregressiveWrapper, TransformerWrapper

torch.manual_seed(0)
net = TransformerWrapper(num_tokens=51, max_seq_len=16, attn_layers=Encoder(dim=32, depth=1, heads=2, attn_dim_head=16))
model = NonAutoregressiveWrapper(net, mask_id=50, steps=4, self_token_critic=True)
model.train()
opt = torch.optim.Adam(model.parameters(), lr=1e-3)
compiled = torch.compile(model)
for _ in range(2):
    out = compiled(torch.randint(0, 50, (2, 16)))
    out.loss.backward()
    opt.step()
    opt.zero_grad()

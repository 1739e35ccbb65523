import torch
from x_transformers.free_transformer import FreeTransformer

torch.manual_seed(0)
model = FreeTransformer(
    num_tokens=32, dim=32, dec_head_depth=1, dec_tail_depth=1, max_seq_len=16, attn_dim_head=16, heads=2,
    latent_bits=4,
)
model.train()
opt = torch.optim.Adam(model.parameters(), lr=1e-3)
compiled = torch.compile(model)
for _ in range(2):
    loss, (ar, kl) = compiled(torch.randint(0, 32, (2, 17)), return_all_losses=True)
    loss.backward()
    opt.step()
    opt.zero_grad()

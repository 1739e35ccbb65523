import torch
from perceiver_pytorch import PerceiverLM

torch.manual_seed(0)
model = PerceiverLM(
    num_tokens=50, dim=16, depth=1, max_seq_len=32, num_latents=8, latent_dim=16, latent_heads=2, cross_dim_head=8,
    latent_dim_head=8, weight_tie_layers=True,
)
model.compile()
model.eval()
with torch.no_grad():
    for n in (16, 32):
        logits = model(torch.randint(0, 50, (1, n)), mask=torch.ones(1, n).bool())

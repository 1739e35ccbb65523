import torch
from perceiver_pytorch import PerceiverIO

torch.manual_seed(0)
model = PerceiverIO(
    dim=16, queries_dim=16, logits_dim=10, depth=2, num_latents=8, latent_dim=16, latent_heads=2, cross_dim_head=8,
    latent_dim_head=8, seq_dropout_prob=0.2,
)
model.train()
compiled = torch.compile(model)
for n in (20, 28):
    seq, queries, mask = torch.randn(2, n, 16), torch.randn(5, 16), torch.ones(2, n).bool()
    logits = compiled(seq, mask=mask, queries=queries)
    logits.mean().backward()

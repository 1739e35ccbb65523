import torch
from x_transformers import Decoder, MultiInputTransformerWrapper


def batch(n):
    return {"note": torch.randint(0, 20, (2, n)), "tempo": torch.randint(0, 8, (2, n))}


torch.manual_seed(0)
model = MultiInputTransformerWrapper(
    num_tokens=dict(note=20, tempo=8), max_seq_len=32, return_only_embed=True,
    attn_layers=Decoder(dim=32, depth=1, heads=2, attn_dim_head=16),
)
model.eval()
compiled = torch.compile(model)
with torch.no_grad():
    for n in (8, 11):
        embeds = compiled(batch(n))

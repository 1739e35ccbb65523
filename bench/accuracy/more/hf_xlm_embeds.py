import torch
from transformers import XLMConfig, XLMWithLMHeadModel

torch.manual_seed(0)
config = XLMConfig(vocab_size=50, emb_dim=32, n_layers=2, n_heads=2, max_position_embeddings=64, n_langs=2, causal=False)
model = XLMWithLMHeadModel(config).eval()
compiled = torch.compile(model)
with torch.no_grad():
    for n in (2, 3):
        out = compiled(input_ids=torch.randint(3, 50, (n, 9)), langs=torch.zeros(n, 9, dtype=torch.long), lengths=torch.full((n,), 9))

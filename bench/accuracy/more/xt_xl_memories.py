import torch
from x_transformers import Decoder, TransformerWrapper

torch.manual_seed(0)
model = TransformerWrapper(
    num_tokens=64, max_seq_len=8, max_mem_len=16,
    attn_layers=Decoder(dim=32, depth=2, heads=2, attn_dim_head=16, rel_pos_bias=True),
)
model.eval()
compiled = torch.compile(model)
mems = None
with torch.no_grad():
    for _ in range(3):
        logits, mems = compiled(torch.randint(0, 64, (1, 8)), mems=mems, return_mems=True)

import torch
from x_transformers import BeliefStateWrapper, Decoder, TransformerWrapper


def decoder():
    return TransformerWrapper(
        num_tokens=24, max_seq_len=16, attn_layers=Decoder(dim=32, depth=1, heads=2, attn_dim_head=16, rotary_pos_emb=True)
    )


torch.manual_seed(0)
model = BeliefStateWrapper(decoder(), decoder())
model.train()
opt = torch.optim.Adam(model.parameters(), lr=1e-3)
compiled = torch.compile(model)
for _ in range(2):
    loss = compiled(torch.randint(0, 24, (2, 10)))
    opt.step()
    opt.zero_grad()

import torch
from x_transformers import Decoder, XValAutoregressiveWrapper, XValTransformerWrapper


class Batch:
    def __init__(self, n):
        self.ids = torch.randint(0, 4, (2, n))
        self.nums = torch.where(self.ids == 3, torch.randn(2, n), torch.ones(2, n))


torch.manual_seed(0)
net = XValTransformerWrapper(
    num_tokens=4, numerical_token_id=3, max_seq_len=32, attn_layers=Decoder(dim=32, depth=1, heads=2, attn_dim_head=16)
)
model = XValAutoregressiveWrapper(net)
model.eval()
compiled = torch.compile(model)
with torch.no_grad():
    for batch in (Batch(12), Batch(15)):
        loss = compiled(batch.ids, batch.nums)

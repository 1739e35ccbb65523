import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class Block(nn.Module):
    def __init__(self, d, h, dropout):
        super().__init__()
        self.ln1, self.ln2 = nn.LayerNorm(d), nn.LayerNorm(d)
        self.attn = nn.MultiheadAttention(d, h, dropout=dropout, batch_first=True)
        self.mlp = nn.Sequential(nn.Linear(d, 4 * d), nn.GELU(), nn.Linear(4 * d, d), nn.Dropout(dropout))

    def forward(self, x, mask):
        h = self.ln1(x)
        a, _ = self.attn(h, h, h, attn_mask=mask, need_weights=False, is_causal=True)
        x = x + a
        return x + self.mlp(self.ln2(x))


class GPT(nn.Module):
    def __init__(self, vocab=65, d=32, h=4, layers=2, context=32):
        super().__init__()
        self.tok, self.pos = nn.Embedding(vocab, d), nn.Embedding(context, d)
        self.blocks = nn.ModuleList([Block(d, h, 0.1) for _ in range(layers)])
        self.head = nn.Linear(d, vocab, bias=False)
        self.head.weight = self.tok.weight
        self.apply(self._init)

    def _init(self, m):
        if isinstance(m, nn.Linear):
            nn.init.normal_(m.weight, std=0.02 / math.sqrt(2))

    def forward(self, idx, targets=None):
        b, t = idx.shape
        x = self.tok(idx) + self.pos(torch.arange(t, device=idx.device))
        mask = nn.Transformer.generate_square_subsequent_mask(t, device=idx.device)
        for block in self.blocks:
            x = block(x, mask)
        logits = self.head(x)
        if targets is None:
            return logits[:, [-1], :], None
        return logits, F.cross_entropy(logits.view(-1, logits.size(-1)), targets.reshape(-1), ignore_index=-1)


def get_lr(it, warmup=2, total=6, base=1e-3):
    if it < warmup:
        return base * (it + 1) / warmup
    return 0.5 * base * (1 + math.cos(math.pi * (it - warmup) / (total - warmup)))


torch.manual_seed(0)
model = GPT()
decay = [p for p in model.parameters() if p.dim() >= 2]
no_decay = [p for p in model.parameters() if p.dim() < 2]
optimizer = torch.optim.AdamW([{"params": decay, "weight_decay": 0.1}, {"params": no_decay, "weight_decay": 0.0}], lr=1e-3)
compiled = torch.compile(model)
data = torch.randint(0, 65, (200,))
for it in range(4):
    for group in optimizer.param_groups:
        group["lr"] = get_lr(it)
    starts = torch.randint(0, len(data) - 17, (4,))
    x = torch.stack([data[i:i + 16] for i in starts])
    y = torch.stack([data[i + 1:i + 17] for i in starts])
    with torch.autocast("cpu", dtype=torch.bfloat16):
        _, loss = compiled(x, y)
    loss.backward()
    optimizer.step()
    optimizer.zero_grad(set_to_none=True)
model.eval()
with torch.no_grad():
    compiled(torch.zeros(1, 8, dtype=torch.long))

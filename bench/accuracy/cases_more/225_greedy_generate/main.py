import torch
import torch.nn as nn


class LM(nn.Module):
    def __init__(self, vocab, dim, eos=0):
        super().__init__()
        self.emb = nn.Embedding(vocab, dim)
        self.out = nn.Linear(dim, vocab)
        self.eos = eos

    def forward(self, ids):
        return self.out(self.emb(ids).cumsum(1))

    def generate(self, ids, max_new: int = 4):
        done = torch.zeros(ids.shape[0], dtype=torch.bool)
        for _ in range(max_new):
            logits = self(ids)[:, -1]
            token = logits.argmax(-1).masked_fill(done, self.eos)
            ids = torch.cat([ids, token[:, None]], dim=1)
            done = done | (token == self.eos)
            if done.all():
                break
        return ids

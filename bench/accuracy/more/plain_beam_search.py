"""Beam search over a GRU cell, with tensors that decide when a beam is finished."""
import heapq

import torch
from torch import nn


class Decoder(nn.Module):
    def __init__(self, vocab=12, dim=8):
        super().__init__()
        self.emb, self.cell, self.out = nn.Embedding(vocab, dim), nn.GRUCell(dim, dim), nn.Linear(dim, vocab)

    def forward(self, token, state):
        state = self.cell(self.emb(token), state)
        return self.out(state).log_softmax(-1), state


torch.manual_seed(0)
decoder = Decoder().eval()


@torch.compile
def expand(tokens, scores, state, width):
    logp, state = decoder(tokens, state)
    total = (scores.unsqueeze(-1) + logp).flatten()
    best, index = total.topk(width)
    origin = index.div(logp.size(-1), rounding_mode="floor")
    return index % logp.size(-1), best, state[origin], origin


@torch.no_grad()
def search(width=3, steps=4, eos=1):
    tokens, scores, state = torch.zeros(width, dtype=torch.long), torch.zeros(width), torch.zeros(width, 8)
    done = []
    for _ in range(steps):
        tokens, scores, state, origin = expand(tokens, scores, state, width)
        for i in (tokens == eos).nonzero().flatten().tolist():
            heapq.heappush(done, (-float(scores[i]), i))
    return done


search()

import torch
import torch.nn as nn


class Ranker(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.lin = nn.Linear(dim, 1)

    def score(self, x):
        return self.lin(x).mean()

    def forward(self, items):
        scores = [self.score(x) for x in items]
        order = sorted(range(len(items)), key=lambda i: items[i].shape[0])
        best = sorted(scores, key=lambda s: s)[0]
        return best + scores[order[0]]

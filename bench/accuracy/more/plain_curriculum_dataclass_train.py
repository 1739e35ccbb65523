"""Batches as nested dataclasses and dicts, a running state kept on the trainer, early stop from inside."""
from collections import deque, namedtuple
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import Optional

import torch
from torch import nn

Stats = namedtuple("Stats", "loss accuracy")


class Phase(Enum):
    WARM = auto()
    HARD = auto()


@dataclass(frozen=True)
class Batch:
    tokens: torch.Tensor
    labels: torch.Tensor
    extra: dict = field(default_factory=dict)
    mask: Optional[torch.Tensor] = None

    def masked(self):
        return self if self.mask is not None else replace(self, mask=self.tokens.ne(0))


class Trainer:
    def __init__(self):
        self.net = nn.ModuleDict({"emb": nn.Embedding(20, 8, padding_idx=0), "head": nn.Linear(8, 4)})
        self.window, self.phase = deque(maxlen=3), Phase.WARM

    @torch.compile
    def step(self, batch):
        batch = batch.masked()
        h = self.net["emb"](batch.tokens)
        m = batch.mask.unsqueeze(-1)
        pooled = (h * m).sum(1) / m.sum(1).clamp(min=1)
        logits = self.net["head"](pooled)
        weight = batch.extra.get("weight")
        loss = nn.functional.cross_entropy(logits, batch.labels, reduction="none")
        match self.phase:
            case Phase.WARM:
                loss = loss.mean()
            case Phase.HARD:
                loss = loss.topk(2).values.mean()
        if weight is not None:
            loss = loss * weight
        acc = (logits.argmax(-1) == batch.labels).float().mean()
        self.window.append(acc.item())
        if sum(self.window) / len(self.window) > 0.9:
            self.phase = Phase.HARD
        return Stats(loss, acc)


torch.manual_seed(0)
trainer = Trainer()
optimizer = torch.optim.SGD(trainer.net.parameters(), lr=0.5)
for i in range(3):
    stats = trainer.step(Batch(torch.randint(0, 20, (4, 6)), torch.randint(0, 4, (4,)), {"weight": 0.5} if i else {}))
    optimizer.zero_grad()
    stats.loss.backward()
    optimizer.step()

"""The whole optimisation step is compiled, optimizer and all."""
import logging
import time

import torch
import torch.nn as nn

log = logging.getLogger(__name__)


class Trainer:
    def __init__(self, model, lr=1e-2, clip=1.0):
        self.model, self.clip = model, clip
        self.optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
        self.step_count = 0
        self.compiled_step = torch.compile(self.step)

    def step(self, x, y):
        self.optimizer.zero_grad()
        loss = nn.functional.mse_loss(self.model(x), y)
        loss.backward()
        norm = nn.utils.clip_grad_norm_(self.model.parameters(), self.clip)
        self.optimizer.step()
        self.step_count += 1
        if self.step_count % 2 == 0:
            log.info("loss %.3f norm %.3f", loss.item(), norm.item())
        return loss.detach()

    def fit(self, batches):
        start = time.perf_counter()
        for x, y in batches:
            self.compiled_step(x, y)
        return time.perf_counter() - start


torch.manual_seed(0)
trainer = Trainer(nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1)))
trainer.fit([(torch.randn(8, 4), torch.randn(8, 1)) for _ in range(3)])

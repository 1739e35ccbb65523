import torch
import torch.nn as nn
from ema_pytorch import EMA


class Trainer:
    def __init__(self, model, lr=0.1):
        self.model = model
        self.ema = EMA(model, beta=0.9, update_after_step=1, update_every=2)
        self.opt = torch.optim.SGD(model.parameters(), lr=lr)

    def loss(self, x, y):
        return nn.functional.mse_loss(self.model(x), y)

    def step(self, x, y):
        loss = self.loss(x, y)
        loss.backward()
        self.opt.step()
        self.opt.zero_grad()
        self.ema.update()
        return loss.detach()


torch.manual_seed(0)
trainer = Trainer(nn.Linear(4, 1))
step = torch.compile(trainer.step)
for _ in range(3):
    step(torch.randn(5, 4), torch.randn(5, 1))

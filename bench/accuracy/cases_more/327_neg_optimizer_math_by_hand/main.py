import torch


class AdamLike:
    def __init__(self, params, lr=1e-2, betas=(0.9, 0.99)):
        self.params = list(params)
        self.lr = lr
        self.betas = betas
        self.state = [(torch.zeros_like(p), torch.zeros_like(p)) for p in self.params]
        self.step = torch.zeros(())

    def bias(self, beta):
        return 1 - beta ** self.step

    @torch.no_grad()
    def update(self, grads):
        b1, b2 = self.betas
        self.step.add_(1)
        new = []
        for p, g, (m, v) in zip(self.params, grads, self.state):
            m.lerp_(g, 1 - b1)
            v.mul_(b2).addcmul_(g, g, value=1 - b2)
            new.append(p - self.lr * (m / self.bias(b1)) / ((v / self.bias(b2)).sqrt() + 1e-8))
        return new

import torch


def share(x, w):
    total = x.sum().detach()
    peak = w.max().detach()
    return x / total, x * -peak


run = torch.compile(share)
run(torch.arange(1.0, 5.0, requires_grad=True), torch.ones(2))

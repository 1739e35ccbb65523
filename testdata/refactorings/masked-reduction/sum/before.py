import torch


def pool(x, mask):
    return x[mask].sum() + x[mask].mean(), (x > 0)[mask].all()


run = torch.compile(pool)
run(torch.arange(4.0, requires_grad=True), torch.tensor([True, False, True, True]))

import torch


def pool(x, mask):
    return torch.where(mask, x, 0).sum() + (torch.where(mask, x, 0).sum() / mask.sum()), torch.where(mask, x > 0, True).all()


run = torch.compile(pool)
run(torch.arange(4.0, requires_grad=True), torch.tensor([True, False, True, True]))

import torch
import torch.nn as nn
import torch.nn.functional as F


def criterion(pred, y):
    return F.smooth_l1_loss(pred, y)


def step(model, opt, x, y):
    opt.zero_grad()
    loss = criterion(model(x), y)
    loss.backward()
    opt.step()
    return loss


def fit(batches):
    model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
    opt = torch.optim.AdamW(model.parameters(), lr=1e-3)
    fast = torch.compile(step)
    return [fast(model, opt, x, y).item() for x, y in batches]


if __name__ == "__main__":
    print(fit([(torch.randn(2, 4), torch.randn(2, 1)) for _ in range(3)]))

import torch
from torch import nn

from train import train_step


def main():
    model = nn.Linear(4, 2)
    fast = torch.compile(train_step)
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(3):
        loss = fast(model, torch.randn(3, 4), torch.randn(3, 2), 0)
        loss.backward()
        opt.step()
        opt.zero_grad()
        print(step, loss.item())


if __name__ == "__main__":
    main()

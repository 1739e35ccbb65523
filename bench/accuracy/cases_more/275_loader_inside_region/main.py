import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset


def error(model, x, y):
    return (model(x) - y).pow(2).mean()


def evaluate(model, loader):
    total = torch.zeros(())
    for x, y in loader:
        total = total + error(model, x, y)
    return total


def main():
    data = TensorDataset(torch.randn(8, 4), torch.randn(8, 1))
    fast = torch.compile(evaluate)
    return fast(nn.Linear(4, 1), DataLoader(data, batch_size=4))


if __name__ == "__main__":
    main()

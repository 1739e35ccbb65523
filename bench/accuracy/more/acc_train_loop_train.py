"""Fine-tune with Accelerate; the prepared model is compiled."""
import torch
import torch.nn as nn
from accelerate import Accelerator
from torch.utils.data import DataLoader, TensorDataset


class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(10, width), nn.GELU(), nn.Dropout(0.1), nn.Linear(width, 3))

    def forward(self, x, labels=None):
        logits = self.body(x)
        loss = nn.functional.cross_entropy(logits, labels) if labels is not None else None
        return loss, logits


def main():
    torch.manual_seed(0)
    accelerator = Accelerator(cpu=True)
    data = TensorDataset(torch.randn(20, 10), torch.randint(0, 3, (20,)))
    loader = DataLoader(data, batch_size=8, shuffle=True)
    model = Net(16)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    compiled = torch.compile(model)
    compiled.train()
    for x, y in loader:
        loss, _ = compiled(x, labels=y)
        accelerator.backward(loss)
        accelerator.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()


if __name__ == "__main__":
    main()

import torch
from lightning_fabric import Fabric

torch.manual_seed(0)
fabric = Fabric(accelerator="cpu", devices=1)
model = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.GELU(), torch.nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model, optimizer = fabric.setup(model, optimizer)


@torch.compile
def forward_loss(x, y):
    return torch.nn.functional.huber_loss(model(x), y)


for _ in range(2):
    loss = forward_loss(torch.randn(5, 4), torch.randn(5, 1))
    fabric.backward(loss)
    fabric.clip_gradients(model, optimizer, max_norm=1.0)
    optimizer.step()
    optimizer.zero_grad()

# differs: noop
import torch
import torch.nn as nn

torch.manual_seed(0)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.proj = nn.Linear(3, 3)

    def forward(self, x):
        return self.proj(x)


net = Net()
net.compile(fullgraph=True)
net(torch.ones(2, 3))

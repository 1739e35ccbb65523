import torch
import torch.nn as nn
from hyper_connections import get_init_and_expand_reduce_stream_functions


class Net(nn.Module):
    def __init__(self, dim=16, depth=3, streams=4):
        super().__init__()
        init, self.expand, self.reduce = get_init_and_expand_reduce_stream_functions(
            streams, dim=dim, add_stream_embed=True
        )
        self.layers = nn.ModuleList(
            [init(branch=nn.Sequential(nn.LayerNorm(dim), nn.Linear(dim, dim), nn.GELU())) for _ in range(depth)]
        )
        self.head = nn.Linear(dim, 4)

    def forward(self, x):
        x = self.expand(x)
        for layer in self.layers:
            x = layer(x)
        return self.head(self.reduce(x).mean(dim=1))


torch.manual_seed(0)
model = Net()
model.train()
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)


@torch.compile
def train_step(x, y):
    logits = model(x)
    return criterion(logits, y)


for n in (2, 3):
    loss = train_step(torch.randn(n, 7, 16), torch.randint(0, 4, (n,)))
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()

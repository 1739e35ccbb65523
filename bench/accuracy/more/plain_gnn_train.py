import torch
import torch.nn as nn


class GraphConv(nn.Module):
    def __init__(self, din, dout):
        super().__init__()
        self.lin = nn.Linear(din, dout)

    def forward(self, x, edge_index):
        src, dst = edge_index
        deg = torch.bincount(dst, minlength=x.size(0)).clamp(min=1)
        out = torch.zeros_like(x).index_add(0, dst, x[src]) / deg.unsqueeze(1)
        return self.lin(out + x)


class GNN(nn.Module):
    def __init__(self):
        super().__init__()
        self.convs = nn.ModuleList([GraphConv(8, 8), GraphConv(8, 8)])
        self.head = nn.Linear(8, 2)

    def forward(self, x, edge_index, batch):
        for conv in self.convs:
            x = torch.relu(conv(x, edge_index))
        n = int(batch.max()) + 1
        pooled = x.new_zeros(n, x.size(1)).scatter_add_(0, batch[:, None].expand_as(x), x)
        return self.head(pooled)


torch.manual_seed(0)
model = GNN().train()
optimizer = torch.optim.Adam(model.parameters())
compiled = torch.compile(model)
for nodes in (9, 12):
    batch = torch.arange(3).repeat_interleave(nodes // 3)
    out = compiled(torch.randn(nodes, 8), torch.randint(0, nodes, (2, 20)), batch)
    loss = nn.functional.cross_entropy(out, torch.randint(0, 2, (3,)))
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()

import torch
import torch.nn as nn


class Message(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.edge = nn.Linear(2 * dim, dim)

    def degree(self, index, n: int):
        return torch.zeros(n, device=index.device).index_add_(0, index, torch.ones(index.shape[0], device=index.device))

    def forward(self, x, edge_index):
        src, dst = edge_index
        n = x.size(0)
        m = torch.relu(self.edge(torch.cat([x[src], x[dst]], dim=-1)))
        out = x.new_zeros(n, m.shape[-1]).scatter_reduce(0, dst[:, None].expand_as(m), m, reduce="amax", include_self=False)
        rows = torch.repeat_interleave(torch.arange(n), 2)
        hot = torch.nn.functional.one_hot(dst, n).sum(0)
        masked = torch.nonzero_static(dst == 0, size=3)
        return out / self.degree(dst, n).clamp(min=1)[:, None] + rows.sum() + hot[:, None] + masked.sum()

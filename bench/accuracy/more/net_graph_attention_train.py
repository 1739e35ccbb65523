"""Attention over the edges of a networkx graph, configured by a validated pydantic model."""
import networkx as nx
import torch
from loguru import logger
from pydantic import BaseModel, Field


class Config(BaseModel):
    width: int = Field(8, gt=0)
    heads: int = 2
    slope: float = 0.2


class EdgeAttention(torch.nn.Module):
    def __init__(self, config: Config):
        super().__init__()
        self.config = config
        self.proj = torch.nn.Linear(4, config.width * config.heads)
        self.score = torch.nn.Parameter(torch.randn(config.heads, 2 * config.width) * 0.1)

    def forward(self, x, edges):
        h = self.proj(x).view(x.size(0), self.config.heads, self.config.width)
        src, dst = edges
        e = torch.nn.functional.leaky_relu((torch.cat([h[src], h[dst]], -1) * self.score).sum(-1), self.config.slope)
        w = (e - e.max()).exp()
        norm = torch.zeros(x.size(0), self.config.heads).index_add(0, dst, w)
        out = torch.zeros_like(h).index_add(0, dst, w.unsqueeze(-1) * h[src]) / norm.clamp(min=1e-6).unsqueeze(-1)
        return out.flatten(1)


torch.manual_seed(0)
graph = nx.karate_club_graph()
edges = torch.tensor(list(graph.edges)).t()
model = EdgeAttention(Config(width=4))
compiled = torch.compile(model)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for epoch in range(2):
    loss = compiled(torch.randn(graph.number_of_nodes(), 4), edges).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    logger.debug("epoch {} loss {:.3f}", epoch, loss.item())

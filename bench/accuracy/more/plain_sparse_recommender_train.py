"""Sparse embeddings, a sparse adjacency product, and SparseAdam beside Adam."""
import torch
from torch import nn


class Recommender(nn.Module):
    def __init__(self, users, items, dim=8):
        super().__init__()
        self.users, self.items = nn.Embedding(users, dim, sparse=True), nn.EmbeddingBag(items, dim, mode="mean", sparse=False)
        index = torch.stack([torch.arange(users), torch.arange(users).roll(1)])
        self.register_buffer("social", torch.sparse_coo_tensor(index, torch.ones(users), (users, users)))
        self.out = nn.Linear(dim, 1)

    def forward(self, user, history, offsets):
        neighbours = torch.sparse.mm(self.social, self.users.weight)
        u = self.users(user) + neighbours[user]
        return self.out(u * self.items(history, offsets)).squeeze(-1)


torch.manual_seed(0)
model = Recommender(6, 10)
score = torch.compile(model)
dense = torch.optim.Adam([*model.items.parameters(), *model.out.parameters()], lr=1e-2)
for _ in range(2):
    loss = score(torch.tensor([0, 3, 5]), torch.randint(0, 10, (7,)), torch.tensor([0, 2, 5])).pow(2).mean()
    dense.zero_grad()
    loss.backward()
    dense.step()

import torch
from UMNN import UMNNMAFFlow


def make_flow():
    return UMNNMAFFlow(
        nb_flow=1, nb_in=2, hidden_derivative=[8, 8], hidden_embedding=[8, 8], embedding_s=4,
        nb_steps=8, solver="CC", device="cpu",
    )


class Density(torch.nn.Module):
    def __init__(self, flow):
        super().__init__()
        self.flow = flow

    def forward(self, x):
        ll, z = self.flow.compute_ll(x)
        return -ll.mean()


torch.manual_seed(0)
model = Density(make_flow())
model.train()
opt = torch.optim.Adam(model.parameters(), lr=1e-3)
compiled = torch.compile(model)
for _ in range(2):
    loss = compiled(torch.randn(5, 2))
    loss.backward()
    opt.step()
    opt.zero_grad()

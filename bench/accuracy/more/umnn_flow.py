import torch
from UMNN import UMNNMAFFlow

torch.manual_seed(0)
flow = UMNNMAFFlow(
    nb_flow=2, nb_in=3, hidden_derivative=[16, 16], hidden_embedding=[16, 16], embedding_s=4,
    nb_steps=10, solver="CCParallel", device="cpu",
)
flow.eval()
compiled = torch.compile(flow)
with torch.no_grad():
    for n in (4, 6):
        z = compiled(torch.randn(n, 3))

import torch
from x_mlps_pytorch import nFeedforwards

torch.manual_seed(0)
model = nFeedforwards(16, 3, dim_in=8, dim_out=4)
model.eval()
inputs = [torch.randn(7, 8), torch.randn(3, 5, 8)]
compiled = torch.compile(model)
with torch.no_grad():
    for x in inputs:
        out = compiled(x)

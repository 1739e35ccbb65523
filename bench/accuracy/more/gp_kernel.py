import torch
from gpytorch.kernels import MaternKernel, ScaleKernel

torch.manual_seed(0)
kernel = ScaleKernel(MaternKernel(nu=2.5, ard_num_dims=3))
kernel.eval()


def gram(x, y):
    return kernel(x, y).to_dense()


gram = torch.compile(gram)
with torch.no_grad():
    for n in (5, 9):
        k = gram(torch.randn(n, 3), torch.randn(n + 1, 3))

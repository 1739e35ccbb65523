import gpytorch
import torch

torch.manual_seed(0)
x, y = torch.linspace(0, 1, 8), torch.randn(8, 2)


class Multitask(gpytorch.models.ExactGP):
    def __init__(self, x, y, likelihood):
        super().__init__(x, y, likelihood)
        self.mean_module = gpytorch.means.MultitaskMean(gpytorch.means.LinearMean(1), num_tasks=2)
        self.covar_module = gpytorch.kernels.MultitaskKernel(gpytorch.kernels.PeriodicKernel(), num_tasks=2, rank=1)

    def forward(self, x):
        return gpytorch.distributions.MultitaskMultivariateNormal(self.mean_module(x), self.covar_module(x))


likelihood = gpytorch.likelihoods.MultitaskGaussianLikelihood(num_tasks=2)
model = Multitask(x, y, likelihood).train()
mll = gpytorch.mlls.ExactMarginalLogLikelihood(likelihood.train(), model)
optimizer = torch.optim.Adamax(model.parameters(), lr=0.1)


@torch.compile
def negative_mll():
    return -mll(model(x), y)


for _ in range(2):
    loss = negative_mll()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

import torch
import gpytorch
from gpytorch.models import ApproximateGP
from gpytorch.variational import CholeskyVariationalDistribution, VariationalStrategy


class SVGP(ApproximateGP):
    def __init__(self, inducing):
        distribution = CholeskyVariationalDistribution(inducing.size(0))
        strategy = VariationalStrategy(self, inducing, distribution, learn_inducing_locations=True)
        super().__init__(strategy)
        self.mean_module = gpytorch.means.ConstantMean()
        self.covar_module = gpytorch.kernels.ScaleKernel(gpytorch.kernels.RBFKernel())

    def forward(self, x):
        mean, covar = self.mean_module(x), self.covar_module(x)
        return gpytorch.distributions.MultivariateNormal(mean, covar)


def main():
    torch.manual_seed(0)
    model = SVGP(torch.randn(6, 2))
    model.eval()
    compiled = torch.compile(model)
    with torch.no_grad():
        for n in (4, 7):
            out = compiled(torch.randn(n, 2))
            print(out.mean.shape)


main()

"""A law found with sympy, lambdified into torch, fitted by LBFGS."""
import sympy
import torch

t, a, b = sympy.symbols("t a b")
law = sympy.diff(sympy.exp(-a * t) * sympy.sin(b * t), t)
fn = sympy.lambdify((t, a, b), law, modules=[{"exp": torch.exp, "sin": torch.sin, "cos": torch.cos}])
torch.manual_seed(0)
rate, freq = torch.nn.Parameter(torch.tensor(0.5)), torch.nn.Parameter(torch.tensor(2.0))
optimizer = torch.optim.LBFGS([rate, freq], max_iter=3)
times = torch.linspace(0, 1, 16)
target = torch.cos(times)


@torch.compile
def residual(times):
    return (fn(times, rate, freq) - target).square().mean()


def closure():
    optimizer.zero_grad()
    loss = residual(times)
    loss.backward()
    return loss


optimizer.step(closure)

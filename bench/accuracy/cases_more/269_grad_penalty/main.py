import torch


def interpolate(real, fake, eps):
    return eps * real + (1 - eps) * fake


def gradient_penalty(critic, real, fake):
    eps = torch.rand(real.shape[0], 1)
    mixed = interpolate(real, fake, eps).requires_grad_(True)
    score = critic(mixed)
    (grad,) = torch.autograd.grad(score.sum(), mixed, create_graph=True)
    return (grad.norm(2, dim=1) - 1).pow(2).mean()

import torch


def total_norm(grads):
    return torch.linalg.vector_norm(torch.stack([torch.linalg.vector_norm(g) for g in grads]))


def clip_step(params, grads, lr: float, limit: float):
    norm = total_norm(grads)
    if norm > limit:
        grads = [g * (limit / (norm + 1e-6)) for g in grads]
    if not torch.isfinite(norm):
        return norm
    with torch.no_grad():
        for p, g in zip(params, grads):
            p.sub_(lr * g)
    return norm

import torch
import torch.nn as nn
from beartype import beartype


@beartype
def contrastive(a: torch.Tensor, b: torch.Tensor, temperature: float = 0.1) -> torch.Tensor:
    a, b = nn.functional.normalize(a, dim=-1), nn.functional.normalize(b, dim=-1)
    logits = a @ b.t() / temperature
    target = torch.arange(a.shape[0], device=a.device)
    return (nn.functional.cross_entropy(logits, target) + nn.functional.cross_entropy(logits.t(), target)) / 2


torch.manual_seed(0)
left, right = nn.Linear(12, 8), nn.Linear(10, 8)
optimizer = torch.optim.AdamW([*left.parameters(), *right.parameters()])


def step(x, y):
    return contrastive(left(x), right(y))


compiled = torch.compile(step)
for n in (4, 6):
    loss = compiled(torch.randn(n, 12), torch.randn(n, 10))
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()

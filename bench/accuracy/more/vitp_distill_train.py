import torch
from torch import nn
from vit_pytorch.distill import DistillableViT, DistillWrapper


class Teacher(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Conv2d(3, 8, 3, 2, 1), nn.BatchNorm2d(8), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, 10))

    def forward(self, x):
        return self.net(x)


torch.manual_seed(0)
student = DistillableViT(image_size=32, patch_size=8, num_classes=10, dim=32, depth=1, heads=2, mlp_dim=64)
distiller = DistillWrapper(student=student, teacher=Teacher(), temperature=3, alpha=0.5, hard=False)
distiller.train()
optimizer = torch.optim.Adam(student.parameters(), lr=1e-3)
compiled = torch.compile(distiller)
for n in (2, 3):
    loss = compiled(torch.randn(n, 3, 32, 32), torch.randint(0, 10, (n,)))
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()

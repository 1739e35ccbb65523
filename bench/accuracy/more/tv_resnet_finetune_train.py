import torch
import torch.nn as nn
from torchvision import models
from torchvision.ops import sigmoid_focal_loss

torch.manual_seed(0)
net = models.resnet18(weights=None)
net.fc = nn.Linear(net.fc.in_features, 4)
for p in net.layer1.parameters():
    p.requires_grad_(False)
optimizer = torch.optim.SGD([p for p in net.parameters() if p.requires_grad], lr=0.01)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1)


def loss_fn(images, target):
    return sigmoid_focal_loss(net(images), target, reduction="mean")


net.train()
compiled = torch.compile(loss_fn)
for _ in range(2):
    target = nn.functional.one_hot(torch.randint(0, 4, (2,)), 4).float()
    loss = compiled(torch.randn(2, 3, 64, 64), target)
    loss.backward()
    optimizer.step()
    scheduler.step()
    optimizer.zero_grad()

"""Training steps of the size that people train on a processor: a ResNet-18 and a small transformer, written with torch alone."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Residual(nn.Module):
    def __init__(self, inputs, outputs, stride):
        super().__init__()
        self.one, self.two = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False)
        self.norm_one, self.norm_two = nn.BatchNorm2d(outputs), nn.BatchNorm2d(outputs)
        same = stride == 1 and inputs == outputs
        self.shortcut = nn.Identity() if same else nn.Sequential(nn.Conv2d(inputs, outputs, 1, stride, bias=False), nn.BatchNorm2d(outputs))

    def forward(self, x):
        y = F.relu(self.norm_one(self.one(x)))
        return F.relu(self.norm_two(self.two(y)) + self.shortcut(x))


def resnet18(classes=10):
    """The layers of ResNet-18: 11.2 million parameters."""
    layers = [nn.Conv2d(3, 64, 7, 2, 3, bias=False), nn.BatchNorm2d(64), nn.ReLU(), nn.MaxPool2d(3, 2, 1)]
    width = 64
    for outputs, stride in ((64, 1), (64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2), (512, 1)):
        layers.append(Residual(width, outputs, stride))
        width = outputs
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(512, classes))


def transformer(width=128, depth=4, classes=10):
    layer = nn.TransformerEncoderLayer(width, 4, 4 * width, dropout=0.0, batch_first=True)
    return nn.Sequential(nn.TransformerEncoder(layer, depth), nn.Linear(width, classes))


def training_step(kind):
    """A function of no arguments: forward, loss, backward, optimizer step."""
    torch.manual_seed(0)
    if kind == "resnet18":
        model, x, y = resnet18(), torch.randn(4, 3, 64, 64), torch.randint(0, 10, (4,))
    else:
        model, x, y = transformer(), torch.randn(8, 64, 128), torch.randint(0, 10, (8, 64))
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)

    def step():
        optimizer.zero_grad()
        out = model(x)
        loss = F.cross_entropy(out.flatten(0, -2), y.flatten())
        loss.backward()
        optimizer.step()

    return step

"""A small image classifier and its training step, compiled with torch.compile.

It needs nothing but PyTorch. Three things in it keep the step from being one graph; `graphlift check` finds them.
"""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Config:
    def __init__(self, classes=10, width=32, depth=3, router="hard", log_every=10):
        self.classes = classes
        self.width = width
        self.depth = depth
        self.router = router
        self.log_every = log_every


class Block(nn.Module):
    def __init__(self, width, scale):
        super().__init__()
        self.conv = nn.Conv2d(width, width, 3, padding=1)
        self.norm = nn.BatchNorm2d(width)
        self.scale = scale

    def forward(self, x):
        return x + self.scale * F.gelu(self.norm(self.conv(x)))


class Router(nn.Module):
    """Skips the head's second layer for inputs that are sure already."""

    def __init__(self, width):
        super().__init__()
        self.gate = nn.Linear(width, 1)

    def is_sure(self, features):
        return self.gate(features).sigmoid().mean() > 0.5

    def forward(self, features, layer):
        if self.is_sure(features):
            return features
        return layer(features)


class Classifier(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.stem = nn.Conv2d(3, config.width, 3, padding=1)
        self.blocks = nn.ModuleList([Block(config.width, 1.0 / (i + 1)) for i in range(config.depth)])
        self.router = Router(config.width) if config.router == "hard" else None
        self.refine = nn.Linear(config.width, config.width)
        self.head = nn.Linear(config.width, config.classes)

    def forward(self, images):
        x = self.stem(images)
        for block in self.blocks:
            x = block(x)
        features = x.mean(dim=(2, 3))
        if self.router is not None:
            features = self.router(features, self.refine)
        else:
            features = self.refine(features)
        return self.head(features)


def accuracy(logits, labels):
    return (logits.argmax(dim=1) == labels).float().mean().item()


def make_step(model, config):
    @torch.compile
    def step(images, labels):
        logits = model(images)
        loss = F.cross_entropy(logits, labels)
        print("accuracy", accuracy(logits, labels))
        return loss

    return step


def main():
    config = Config()
    model = Classifier(config)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    step = make_step(model, config)
    for _ in range(3):
        images = torch.randn(8, 3, 16, 16)
        labels = torch.randint(0, config.classes, (8,))
        loss = step(images, labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


if __name__ == "__main__":
    main()

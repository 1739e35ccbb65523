import torch
import torch.nn as nn
import torch.nn.functional as F


class Trainer:
    def __init__(self, dim, classes):
        self.model = nn.Linear(dim, classes)

    def loss(self, logits, y):
        return F.cross_entropy(logits, y, label_smoothing=0.1)

    def loss_and_metrics(self, x, y):
        logits = self.model(x)
        loss = self.loss(logits, y)
        acc = (logits.argmax(-1) == y).float().mean()
        metrics = {
            "loss": float(loss),
            "accuracy": acc.detach(),
            "entropy": f"{logits.softmax(-1).log().mean():.3f}",
            "top": acc.item(),
        }
        return loss, metrics

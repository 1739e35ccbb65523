import torch
import torch.nn as nn
from torchmetrics import MeanMetric, MeanSquaredError
from torchmetrics.classification import MulticlassAccuracy


class Evaluator(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.net = nn.Linear(8, classes)
        self.acc = MulticlassAccuracy(num_classes=classes, average="micro")
        self.mean = MeanMetric()

    def forward(self, x, y):
        logits = self.net(x)
        loss = nn.functional.cross_entropy(logits, y)
        self.acc.update(logits, y)
        self.mean.update(loss)
        return loss


torch.manual_seed(0)
evaluator = Evaluator(4).eval()
compiled = torch.compile(evaluator)
with torch.no_grad():
    for _ in range(3):
        compiled(torch.randn(5, 8), torch.randint(0, 4, (5,)))
print(evaluator.acc.compute(), evaluator.mean.compute())

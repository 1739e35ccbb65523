import torch
from torchmetrics import MetricCollection, SumMetric
from torchmetrics.classification import BinaryAUROC, BinaryF1Score
from torchmetrics.text import Perplexity

torch.manual_seed(0)
metrics = MetricCollection([BinaryF1Score(), BinaryAUROC(thresholds=5)])
perplexity, total = Perplexity(), SumMetric()


@torch.compile
def evaluate(logits, labels, tokens):
    probability = logits.sigmoid()
    metrics.update(probability, labels)
    total.update(probability.mean())
    perplexity.update(tokens, labels.view(2, -1))
    return probability


for _ in range(2):
    out = evaluate(torch.randn(8), torch.randint(0, 2, (8,)), torch.randn(2, 4, 5))
print(metrics.compute(), perplexity.compute())

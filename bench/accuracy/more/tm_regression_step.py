import torch
import torchmetrics.functional.regression as R
from torchmetrics.functional import pairwise_cosine_similarity

torch.manual_seed(0)
lin = torch.nn.Linear(6, 3)


def evaluate(x, y):
    p = lin(x)
    return (
        R.mean_absolute_error(p, y), R.pearson_corrcoef(p, y), R.r2_score(p, y, multioutput="uniform_average"),
        R.spearman_corrcoef(p, y), pairwise_cosine_similarity(p, y),
    )


fast = torch.compile(evaluate)
with torch.no_grad():
    out = fast(torch.randn(10, 6), torch.randn(10, 3))

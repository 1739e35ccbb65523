import torch
from torchmetrics.functional.clustering import mutual_info_score
from torchmetrics.functional.retrieval import retrieval_average_precision, retrieval_normalized_dcg
from torchmetrics.functional.segmentation import mean_iou

torch.manual_seed(0)


@torch.compile
def evaluate(pred, target, rank, relevant):
    return mean_iou(pred, target, num_classes=3, input_format="index"), retrieval_average_precision(rank, relevant), retrieval_normalized_dcg(rank, relevant)


with torch.no_grad():
    out = evaluate(torch.randint(0, 3, (2, 8, 8)), torch.randint(0, 3, (2, 8, 8)), torch.rand(6), torch.tensor([1, 0, 1, 0, 0, 1]).bool())

import torch


def iou(box, boxes):
    lt = torch.maximum(box[:2], boxes[:, :2])
    rb = torch.minimum(box[2:], boxes[:, 2:])
    inter = (rb - lt).clamp(min=0).prod(-1)
    area = (boxes[:, 2:] - boxes[:, :2]).prod(-1)
    return inter / ((box[2:] - box[:2]).prod() + area - inter)


def nms(boxes, scores, thr: float = 0.5):
    order = scores.argsort(descending=True)
    keep = []
    while order.numel() > 0:
        best = order[0]
        keep.append(best)
        rest = order[1:]
        order = rest[iou(boxes[best], boxes[rest]) <= thr]
    return torch.stack(keep)

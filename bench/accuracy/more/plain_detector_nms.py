import torch
import torch.nn as nn


def box_iou(a, b):
    area_a = (a[:, 2] - a[:, 0]) * (a[:, 3] - a[:, 1])
    area_b = (b[:, 2] - b[:, 0]) * (b[:, 3] - b[:, 1])
    lt = torch.max(a[:, None, :2], b[None, :, :2])
    rb = torch.min(a[:, None, 2:], b[None, :, 2:])
    inter = (rb - lt).clamp(min=0).prod(dim=-1)
    return inter / (area_a[:, None] + area_b[None] - inter + 1e-6)


def nms(boxes, scores, threshold):
    order = scores.argsort(descending=True)
    keep = []
    while order.numel() > 0:
        i = order[0].item()
        keep.append(i)
        if order.numel() == 1:
            break
        iou = box_iou(boxes[i:i + 1], boxes[order[1:]])[0]
        order = order[1:][iou <= threshold]
    return torch.tensor(keep)


class TinyDetector(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Sequential(nn.Conv2d(3, 8, 3, 2, 1), nn.ReLU(), nn.Conv2d(8, 5, 1))

    def forward(self, image, threshold=0.3):
        out = self.conv(image)[0].flatten(1).t()
        boxes = torch.cat([out[:, :2], out[:, :2] + out[:, 2:4].exp()], dim=1)
        scores = out[:, 4].sigmoid()
        picked = scores > threshold
        if not picked.any():
            return boxes.new_zeros((0, 4)), scores.new_zeros((0,))
        boxes, scores = boxes[picked], scores[picked]
        keep = nms(boxes, scores, 0.5)
        return boxes[keep], scores[keep]


if __name__ == "__main__":
    torch.manual_seed(0)
    detector = TinyDetector().eval()
    fast = torch.compile(detector)
    with torch.no_grad():
        for size in (16, 20):
            boxes, scores = fast(torch.randn(1, 3, size, size))

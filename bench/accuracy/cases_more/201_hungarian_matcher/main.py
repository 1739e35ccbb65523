import torch
import torch.nn as nn
from scipy.optimize import linear_sum_assignment


class Matcher(nn.Module):
    """Assigns predicted boxes to targets."""

    def __init__(self, w_class=1.0, w_box=5.0):
        super().__init__()
        self.w_class = w_class
        self.w_box = w_box

    def cost(self, logits, boxes, labels, target_boxes):
        prob = logits.softmax(-1)
        c_class = -prob[:, labels]
        c_box = torch.cdist(boxes, target_boxes, p=1)
        return self.w_class * c_class + self.w_box * c_box

    def forward(self, logits, boxes, labels, target_boxes):
        c = self.cost(logits, boxes, labels, target_boxes).detach().cpu().numpy()
        rows, cols = linear_sum_assignment(c)
        rows = torch.as_tensor(rows)
        cols = torch.as_tensor(cols)
        return (boxes[rows] - target_boxes[cols]).abs().mean()

import torch
import torch.nn as nn
from torchvision.models import convnext_tiny
from torchvision.models.convnext import CNBlockConfig, ConvNeXt
from torchvision.models.segmentation import fcn_resnet50

torch.manual_seed(0)
convnext = ConvNeXt([CNBlockConfig(8, 16, 1), CNBlockConfig(16, None, 2)], stochastic_depth_prob=0.3, num_classes=3)
seg = fcn_resnet50(weights=None, weights_backbone=None, num_classes=2, aux_loss=True)


class Joint(nn.Module):
    def __init__(self):
        super().__init__()
        self.cls, self.seg = convnext, seg

    def forward(self, x):
        out = self.seg(x)
        return self.cls(x).mean() + out["out"].mean() + 0.4 * out["aux"].mean()


model = Joint().train()
opt = torch.optim.AdamW(model.parameters(), lr=1e-4)
joint = torch.compile(model)
for _ in range(2):
    loss = joint(torch.randn(2, 3, 64, 64))
    loss.backward()
    opt.step()
    opt.zero_grad()

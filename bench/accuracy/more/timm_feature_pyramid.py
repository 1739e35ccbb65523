import torch
import torch.nn as nn
import timm


class Pyramid(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = timm.create_model("tf_mobilenetv3_small_minimal_100", features_only=True, out_indices=(1, 2, 3), pretrained=False)
        self.lateral = nn.ModuleList(nn.Conv2d(c, 16, 1) for c in self.backbone.feature_info.channels())

    def forward(self, x):
        feats = [lat(f) for lat, f in zip(self.lateral, self.backbone(x))]
        out = feats[-1]
        for f in reversed(feats[:-1]):
            out = f + nn.functional.interpolate(out, size=f.shape[-2:], mode="nearest")
        return out


torch.manual_seed(0)
net = Pyramid().eval()
opt = torch.compile(net)
with torch.no_grad():
    for s in (64, 96, 65):
        opt(torch.randn(1, 3, s, s))

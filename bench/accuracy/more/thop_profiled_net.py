import torch
import torch.nn as nn
from thop import profile

torch.manual_seed(0)
net = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, 4))
net.eval()
x = torch.randn(1, 3, 16, 16)
macs, params = profile(net, inputs=(x,), verbose=False)
print(f"{macs / 1e6:.2f} MMACs, {params} parameters")
fast = torch.compile(net)
with torch.no_grad():
    y = fast(x)

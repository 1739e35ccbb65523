import torch
from torchvision.models import MaxVit
from torchvision.models.video import r3d_18

torch.manual_seed(0)
video = r3d_18(weights=None, num_classes=3).eval()
maxvit = MaxVit(
    input_size=(64, 64), stem_channels=8, partition_size=2, block_channels=[8, 16], block_layers=[1, 1], head_dim=8,
    stochastic_depth_prob=0.1, num_classes=3,
).eval()
for net, x in ((video, torch.randn(1, 3, 4, 32, 32)), (maxvit, torch.randn(2, 3, 64, 64))):
    fast = torch.compile(net)
    with torch.no_grad():
        fast(x)

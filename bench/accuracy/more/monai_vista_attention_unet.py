import torch
from monai.networks.nets import AttentionUnet, BasicUNetPlusPlus


def evaluate(net, sizes):
    net.eval()
    fast = torch.compile(net)
    with torch.no_grad():
        for s in sizes:
            y = fast(torch.randn(1, 1, s, s))
            y = y[0] if isinstance(y, (list, tuple)) else y
            print(tuple(y.shape))


torch.manual_seed(0)
evaluate(AttentionUnet(spatial_dims=2, in_channels=1, out_channels=2, channels=(4, 8, 16), strides=(2, 2)), (32, 48))
evaluate(BasicUNetPlusPlus(spatial_dims=2, in_channels=1, out_channels=2, features=(4, 4, 8, 8, 16, 4)), (32, 40))

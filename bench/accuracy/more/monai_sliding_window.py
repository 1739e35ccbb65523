import torch
from monai.inferers import SlidingWindowInferer
from monai.networks.nets import BasicUNet

torch.manual_seed(0)
net = BasicUNet(spatial_dims=2, in_channels=1, out_channels=2, features=(4, 4, 8, 8, 16, 4)).eval()
inferer = SlidingWindowInferer(roi_size=(32, 32), sw_batch_size=2, overlap=0.25)


@torch.compile
def predict(image):
    return inferer(image, net).softmax(dim=1)


with torch.no_grad():
    for size in (48, 64):
        predict(torch.rand(1, 1, size, size))

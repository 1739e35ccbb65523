import torch
from monai.losses import FocalLoss, SSIMLoss, TverskyLoss
from monai.networks.nets import VNet

torch.manual_seed(0)
net = VNet(spatial_dims=2, in_channels=1, out_channels=2, act=("elu", {"inplace": True}), dropout_prob_up=(0.1, 0.1))
ssim, focal, tversky = SSIMLoss(spatial_dims=2, win_size=5), FocalLoss(to_onehot_y=True), TverskyLoss(softmax=True, to_onehot_y=True)
optimizer = torch.optim.ASGD(net.parameters(), lr=1e-3)


@torch.compile
def objective(image, label):
    out = net(image)
    return focal(out, label) + tversky(out, label) + ssim(out[:, :1].sigmoid(), image)


for _ in range(2):
    loss = objective(torch.rand(2, 1, 32, 32), torch.randint(0, 2, (2, 1, 32, 32)))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

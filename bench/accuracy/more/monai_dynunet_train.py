import torch
from monai.losses import DeepSupervisionLoss, DiceCELoss
from monai.networks.nets import DynUNet

torch.manual_seed(0)
net = DynUNet(
    spatial_dims=2, in_channels=1, out_channels=3, kernel_size=[3, 3, 3, 3], strides=[1, 2, 2, 2],
    upsample_kernel_size=[2, 2, 2], filters=[8, 12, 16, 24], deep_supervision=True, deep_supr_num=2,
)
loss_fn = DiceCELoss(to_onehot_y=True, softmax=True)
optimizer = torch.optim.SGD(net.parameters(), lr=0.01, momentum=0.99, nesterov=True)
net.train()
compiled = torch.compile(net)
compiled_loss = torch.compile(loss_fn)
for _ in range(2):
    image, label = torch.randn(2, 1, 32, 32), torch.randint(0, 3, (2, 1, 32, 32))
    out = compiled(image)
    loss = sum(0.5 ** i * compiled_loss(o, label) for i, o in enumerate(torch.unbind(out, dim=1)))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

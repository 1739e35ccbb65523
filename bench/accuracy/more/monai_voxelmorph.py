import torch
from monai.networks.nets import VoxelMorphUNet, VoxelMorph

torch.manual_seed(0)
backbone = VoxelMorphUNet(spatial_dims=2, in_channels=2, unet_out_channels=8, channels=(8, 8, 8, 8, 8, 8), final_conv_channels=(8, 8))
model = VoxelMorph(backbone=backbone, integration_steps=3, half_res=False, spatial_dims=2).eval()
fast = torch.compile(model)
with torch.no_grad():
    for s in (32, 64):
        warped, ddf = fast(torch.rand(1, 1, s, s), torch.rand(1, 1, s, s))

import torch
import torch.nn.functional as F
from monai.networks.nets import VQVAE

torch.manual_seed(0)
model = VQVAE(
    spatial_dims=2, in_channels=1, out_channels=1, channels=(8, 16), num_res_channels=(8, 16), num_res_layers=1,
    downsample_parameters=((2, 4, 1, 1), (2, 4, 1, 1)), upsample_parameters=((2, 4, 1, 1, 0), (2, 4, 1, 1, 0)),
    num_embeddings=16, embedding_dim=8,
)
model.train()
opt = torch.optim.Adam(model.parameters(), lr=1e-3)
compiled = torch.compile(model)
for _ in range(2):
    x = torch.rand(2, 1, 32, 32)
    recon, quantization_loss = compiled(x)
    loss = F.l1_loss(recon, x) + quantization_loss
    loss.backward()
    opt.step()
    opt.zero_grad()

import torch
from monai.networks.nets import MaskedAutoEncoderViT
from monai.networks.nets.restormer import Restormer

torch.manual_seed(0)
restore = Restormer(spatial_dims=2, in_channels=1, out_channels=1, dim=8, num_blocks=(1, 1), heads=(1, 2), num_refinement_blocks=1).eval()
mae = MaskedAutoEncoderViT(1, (16, 16), (8, 8), hidden_size=24, mlp_dim=32, num_layers=1, num_heads=2, decoder_hidden_size=24, decoder_mlp_dim=32, decoder_num_layers=1, decoder_num_heads=2, masking_ratio=0.5, spatial_dims=2).eval()


@torch.compile
def both(x):
    return mae(restore(x))


with torch.no_grad():
    for n in (1, 2):
        out = both(torch.rand(n, 1, 16, 16))

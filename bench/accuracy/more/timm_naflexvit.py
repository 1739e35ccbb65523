import torch
from timm.models.naflexvit import NaFlexVit, NaFlexVitCfg

torch.manual_seed(0)
cfg = NaFlexVitCfg(patch_size=8, embed_dim=32, depth=2, num_heads=4, pos_embed="learned", pos_embed_grid_size=(4, 4))
model = NaFlexVit(cfg, num_classes=3).eval()
fast = torch.compile(model)
patches = torch.randn(2, 12, 8 * 8 * 3)
coord = torch.stack(torch.meshgrid(torch.arange(3), torch.arange(4), indexing="ij"), -1).reshape(1, 12, 2).repeat(2, 1, 1)
valid = torch.ones(2, 12, dtype=torch.bool)
with torch.no_grad():
    a = fast({"patches": patches, "patch_coord": coord, "patch_valid": valid})
    b = fast(torch.randn(2, 3, 32, 32))

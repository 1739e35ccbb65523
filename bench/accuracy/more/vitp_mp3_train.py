import torch
from vit_pytorch.mp3 import MP3, ViT

torch.manual_seed(0)
v = ViT(num_classes=5, image_size=32, patch_size=8, dim=16, depth=1, heads=2, mlp_dim=32, dropout=0.1)
pretrain = MP3(vit=v, masking_ratio=0.75)
optimizer = torch.optim.Rprop(pretrain.parameters(), lr=1e-3)
compiled = torch.compile(pretrain)
for _ in range(2):
    loss = compiled(torch.randn(2, 3, 32, 32))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

import torch
from vit_pytorch.na_vit_nested_tensor import NaViT

torch.manual_seed(0)
model = NaViT(
    image_size=32, patch_size=8, num_classes=10, dim=32, depth=1, heads=2, mlp_dim=64, dim_head=16,
    token_dropout_prob=0.1,
)
model.eval()
images = [torch.randn(3, 32, 32), torch.randn(3, 16, 32), torch.randn(3, 24, 16)]
compiled = torch.compile(model)
with torch.no_grad():
    preds = compiled(images)

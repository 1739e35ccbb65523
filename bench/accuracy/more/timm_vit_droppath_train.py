import torch
import torch.nn.functional as F
from timm.models.vision_transformer import VisionTransformer

torch.manual_seed(0)
model = VisionTransformer(
    img_size=32, patch_size=8, embed_dim=32, depth=2, num_heads=4, num_classes=5, drop_path_rate=0.2, patch_drop_rate=0.25,
    dynamic_img_size=True, init_values=1e-4,
)
model.train()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
compiled = torch.compile(model)
for size in (32, 48):
    loss = F.cross_entropy(compiled(torch.randn(2, 3, size, size)), torch.randint(0, 5, (2,)))
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()

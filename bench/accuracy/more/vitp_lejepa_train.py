import torch
from vit_pytorch import ViT
from vit_pytorch.lejepa import LeJEPA

torch.manual_seed(0)
vit = ViT(image_size=32, patch_size=8, num_classes=10, dim=32, depth=1, heads=2, mlp_dim=64)
learner = LeJEPA(
    vit, image_size=32, hidden_layer="to_latent", projection_hidden_size=32, projection_layers=2,
    num_classes_K=16,
)
learner.train()
opt = torch.optim.Adam(learner.parameters(), lr=1e-3)
compiled = torch.compile(learner)
for _ in range(2):
    loss = compiled(torch.randn(2, 3, 32, 32))
    opt.zero_grad()
    loss.backward()
    opt.step()

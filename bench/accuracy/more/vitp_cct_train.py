import torch
from vit_pytorch.cct import CCT

torch.manual_seed(0)
model = CCT(
    img_size=32, embedding_dim=32, n_conv_layers=2, kernel_size=3, stride=1, padding=1, pooling_kernel_size=3,
    pooling_stride=2, pooling_padding=1, num_layers=2, num_heads=2, mlp_ratio=2.0, num_classes=10,
    positional_embedding="learnable", stochastic_depth_rate=0.2,
)
model.train()
opt = torch.optim.AdamW(model.parameters())
compiled = torch.compile(model)
for n in (2, 4):
    loss = torch.nn.functional.cross_entropy(compiled(torch.randn(n, 3, 32, 32)), torch.randint(0, 10, (n,)))
    loss.backward()
    opt.step()
    opt.zero_grad()

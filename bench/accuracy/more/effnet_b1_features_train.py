import torch
from efficientnet_pytorch import EfficientNet

torch.manual_seed(0)
backbone = EfficientNet.from_name("efficientnet-b0", num_classes=3, image_size=64, drop_connect_rate=0.2)
backbone.train()
optimizer = torch.optim.RMSprop(backbone.parameters(), lr=1e-4)
compiled = torch.compile(backbone)
for _ in range(2):
    loss = torch.nn.functional.cross_entropy(compiled(torch.randn(2, 3, 64, 64)), torch.randint(0, 3, (2,)))
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()

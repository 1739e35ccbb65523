import torch
import torch.nn as nn
import torch.nn.functional as F
import torchmetrics.functional as tmf

torch.manual_seed(0)
model = nn.Sequential(nn.Flatten(), nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 5))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


@torch.compile
def step(images, labels):
    logits = model(images)
    loss = F.cross_entropy(logits, labels)
    acc = tmf.accuracy(logits, labels, task="multiclass", num_classes=5)
    return loss, acc


for _ in range(2):
    loss, acc = step(torch.randn(6, 8, 8), torch.randint(0, 5, (6,)))
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    print(float(loss), float(acc))

import torch
import timm
import timm.optim
from timm.data.mixup import Mixup
from timm.loss import SoftTargetCrossEntropy
from timm.utils import ModelEmaV2

torch.manual_seed(0)
model = timm.create_model("resnet10t", num_classes=4)
model.train()
criterion = SoftTargetCrossEntropy()
ema = ModelEmaV2(model, decay=0.99)
mixup = Mixup(mixup_alpha=0.8, cutmix_alpha=0.0, num_classes=4, label_smoothing=0.1)
optimizer = timm.optim.create_optimizer_v2(model, opt="lamb", lr=1e-3)


def train_step(x, y):
    x, y = mixup(x, y)
    return criterion(model(x), y)


step = torch.compile(train_step)
for _ in range(2):
    loss = step(torch.randn(4, 3, 64, 64), torch.randint(0, 4, (4,)))
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    ema.update(model)

import timm
import timm.optim
import torch
from timm.loss import AsymmetricLossMultiLabel, JsdCrossEntropy
from timm.scheduler import CosineLRScheduler

torch.manual_seed(0)
model = timm.create_model("repghostnet_050", num_classes=4).train()
criterion, multi = JsdCrossEntropy(num_splits=3), AsymmetricLossMultiLabel()
optimizer = timm.optim.create_optimizer_v2(model, opt="lion", lr=1e-4)
schedule = CosineLRScheduler(optimizer, t_initial=4, warmup_t=1)


@torch.compile
def train_loss(images, labels, tags):
    logits = model(images)
    return criterion(logits, labels) + multi(logits, tags)


for epoch in range(2):
    loss = train_loss(torch.randn(6, 3, 32, 32), torch.randint(0, 4, (2,)), torch.randint(0, 2, (6, 4)).float())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    schedule.step(epoch + 1)

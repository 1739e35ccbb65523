import pytorch_lightning as pl
import torch
import torch.nn as nn
import torch.nn.functional as F


class Regressor(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(5, 16), nn.SiLU(), nn.Linear(16, 1))
        self.history = []

    def forward(self, x):
        return self.net(x).squeeze(-1)

    def validation_step(self, batch, batch_idx):
        x, y = batch
        pred = self(x)
        loss = F.smooth_l1_loss(pred, y)
        self.history.append(loss)
        if torch.isnan(loss):
            raise ValueError("loss is not a number")
        return {"loss": loss, "mae": (pred - y).abs().mean()}


def main():
    pl.seed_everything(0)
    model = Regressor().eval()
    step = torch.compile(model.validation_step)
    with torch.no_grad():
        for i in range(2):
            out = step((torch.randn(4, 5), torch.randn(4)), i)
    print(len(model.history))


if __name__ == "__main__":
    main()

import pytorch_lightning as pl
import torch
import torch.nn as nn
import torch.nn.functional as F


class LitAutoEncoder(pl.LightningModule):
    def __init__(self, latent: int = 4, lr: float = 1e-3):
        super().__init__()
        self.save_hyperparameters()
        self.encoder = nn.Sequential(nn.Linear(20, 16), nn.ReLU(), nn.Linear(16, latent))
        self.decoder = nn.Sequential(nn.Linear(latent, 16), nn.ReLU(), nn.Linear(16, 20))

    def forward(self, x):
        return self.decoder(self.encoder(x))

    def training_step(self, batch, batch_idx):
        x, _ = batch
        recon = self(x)
        loss = F.mse_loss(recon, x)
        if batch_idx % 2 == 0:
            print(f"step {batch_idx}")
        return loss

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters(), lr=self.hparams.lr)


torch.manual_seed(0)
lit = LitAutoEncoder()
optimizer = lit.configure_optimizers()
training_step = torch.compile(lit.training_step)
for i in range(3):
    batch = torch.randn(6, 20), None
    loss = training_step(batch, i)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

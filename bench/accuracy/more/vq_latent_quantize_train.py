import torch
import torch.nn as nn
from vector_quantize_pytorch import LatentQuantize


class AutoEncoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc = nn.Conv2d(1, 8, 4, 4)
        self.quantizer = LatentQuantize(levels=[5, 5, 8], dim=8, commitment_loss_weight=0.1, quantization_loss_weight=0.1)
        self.dec = nn.ConvTranspose2d(8, 1, 4, 4)

    def forward(self, x):
        quantized, indices, loss = self.quantizer(self.enc(x))
        return self.dec(quantized), indices, loss


torch.manual_seed(0)
model = AutoEncoder()
model.train()
opt = torch.optim.AdamW(model.parameters(), lr=1e-3)
compiled = torch.compile(model)
for n in (2, 3):
    x = torch.rand(n, 1, 16, 16)
    recon, indices, aux = compiled(x)
    loss = (recon - x).abs().mean() + aux
    loss.backward()
    opt.step()
    opt.zero_grad()

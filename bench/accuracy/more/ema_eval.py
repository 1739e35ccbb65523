import torch
import torch.nn as nn
from ema_pytorch import EMA

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(8, 16), nn.GELU(), nn.Linear(16, 2))
ema = EMA(net, beta=0.99, update_after_step=0, update_every=1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)

for _ in range(2):
    loss = net(torch.randn(4, 8)).pow(2).mean()
    loss.backward()
    opt.step()
    opt.zero_grad()
    ema.update()

ema.eval()
compiled = torch.compile(ema)
with torch.no_grad():
    for n in (4, 6):
        out = compiled(torch.randn(n, 8))

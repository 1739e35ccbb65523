import torch
import torch.nn as nn
from torchmetrics.functional.audio import scale_invariant_signal_distortion_ratio, signal_noise_ratio

torch.manual_seed(0)
net = nn.Sequential(nn.Conv1d(1, 8, 9, padding=4), nn.PReLU(), nn.Conv1d(8, 1, 9, padding=4))
optimizer = torch.optim.Adam(net.parameters())


def loss_fn(noisy, clean):
    est = net(noisy.unsqueeze(1)).squeeze(1)
    si_sdr = scale_invariant_signal_distortion_ratio(est, clean, zero_mean=True)
    return -si_sdr.mean(), signal_noise_ratio(est.detach(), clean).mean()


compiled = torch.compile(loss_fn)
for n in (200, 260):
    clean = torch.randn(2, n)
    loss, snr = compiled(clean + 0.1 * torch.randn(2, n), clean)
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()

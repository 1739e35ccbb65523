"""One region that is worth timing, with a backward pass and state that changes."""

import torch
import torch.nn as nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(64, 128), nn.BatchNorm1d(128), nn.GELU(), nn.Linear(128, 8))
compiled = torch.compile(model, backend="aot_eager")
compiled(torch.randn(64, 64)).sum().backward()

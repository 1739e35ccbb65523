import torch
import torch.nn as nn
from mogrifier import Mogrifier


class MogrifierLSTM(nn.Module):
    def __init__(self, dim, hidden):
        super().__init__()
        self.mogrify = Mogrifier(dim=dim, dim_hidden=hidden, iters=4, factorize_k=2)
        self.cell = nn.LSTMCell(dim, hidden)
        self.hidden = hidden

    def forward(self, x):
        b = x.shape[0]
        h = x.new_zeros(b, self.hidden)
        c = x.new_zeros(b, self.hidden)
        outputs = []
        for step in x.unbind(dim=1):
            step, h = self.mogrify(step.unsqueeze(1), h.unsqueeze(1))
            h, c = self.cell(step.squeeze(1), (h.squeeze(1), c))
            outputs.append(h)
        return torch.stack(outputs, dim=1)


torch.manual_seed(0)
model = MogrifierLSTM(8, 12)
model.eval()
inputs = [torch.randn(2, 5, 8), torch.randn(4, 5, 8)]
compiled = torch.compile(model)
with torch.no_grad():
    for x in inputs:
        out = compiled(x)

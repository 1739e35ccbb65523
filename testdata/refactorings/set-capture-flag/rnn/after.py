import torch
from torch import nn

torch._dynamo.config.allow_rnn = True

torch.manual_seed(0)
model = torch.compile(nn.Sequential(nn.Linear(3, 4)))


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.LSTM(3, 4, batch_first=True)

    def forward(self, x):
        out, _ = self.rnn(x * 2)
        return out.sum(1)


tagger = torch.compile(Tagger())
tagger(torch.ones(2, 5, 3))

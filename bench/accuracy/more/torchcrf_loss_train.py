import torch
import torch.nn as nn
from TorchCRF import CRF


class Tagger(nn.Module):
    def __init__(self, vocab=30, dim=16, tags=5):
        super().__init__()
        self.emb = nn.Embedding(vocab, dim)
        self.conv = nn.Conv1d(dim, dim, 3, padding=1)
        self.fc = nn.Linear(dim, tags)
        self.crf = CRF(tags, use_gpu=False)

    def forward(self, tokens, tags, mask):
        h = self.conv(self.emb(tokens).transpose(1, 2)).transpose(1, 2).relu()
        return -self.crf(self.fc(h), tags, mask).mean()


torch.manual_seed(0)
model = Tagger()
model.train()
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
batches = []
for n in (6, 9):
    mask = torch.ones(3, n, dtype=torch.bool)
    mask[1, n - 2:] = False
    batches.append((torch.randint(0, 30, (3, n)), torch.randint(0, 5, (3, n)), mask))

compiled = torch.compile(model)
for batch in batches:
    loss = compiled(*batch)
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()

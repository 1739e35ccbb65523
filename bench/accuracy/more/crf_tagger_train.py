import torch
import torch.nn as nn
from TorchCRF import CRF


class Tagger(nn.Module):
    def __init__(self, vocab=40, labels=5):
        super().__init__()
        self.emb = nn.Embedding(vocab, 16)
        self.fc = nn.Linear(16, labels)
        self.crf = CRF(labels)

    def forward(self, tokens, labels, mask):
        return -self.crf(self.fc(self.emb(tokens)), labels, mask).mean()


torch.manual_seed(0)
model = Tagger().train()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
loss_of = torch.compile(model)
for _ in range(2):
    mask = torch.ones(3, 6, dtype=torch.bool)
    mask[1, 4:] = False
    loss = loss_of(torch.randint(0, 40, (3, 6)), torch.randint(0, 5, (3, 6)), mask)
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()

import random

import torch
import torch.nn as nn


class Encoder(nn.Module):
    def __init__(self, vocab, dim):
        super().__init__()
        self.emb = nn.Embedding(vocab, dim)
        self.cell = nn.GRUCell(dim, dim)

    def forward(self, src):
        x = self.emb(src)
        h = x.new_zeros(x.size(0), x.size(2))
        outputs = []
        for t in range(x.size(1)):
            h = self.cell(x[:, t], h)
            outputs.append(h)
        return torch.stack(outputs, dim=1), h


class Decoder(nn.Module):
    def __init__(self, vocab, dim):
        super().__init__()
        self.emb = nn.Embedding(vocab, dim)
        self.cell = nn.GRUCell(2 * dim, dim)
        self.out = nn.Linear(dim, vocab)

    def forward(self, token, h, memory):
        score = torch.einsum("bd,btd->bt", h, memory).softmax(-1)
        ctx = torch.einsum("bt,btd->bd", score, memory)
        h = self.cell(torch.cat([self.emb(token), ctx], -1), h)
        return self.out(h), h


class Seq2Seq(nn.Module):
    def __init__(self, vocab=20, dim=16, teacher_forcing=0.5):
        super().__init__()
        self.encoder, self.decoder = Encoder(vocab, dim), Decoder(vocab, dim)
        self.teacher_forcing = teacher_forcing

    def forward(self, src, tgt):
        memory, h = self.encoder(src)
        token, losses = tgt[:, 0], []
        for t in range(1, tgt.size(1)):
            logits, h = self.decoder(token, h, memory)
            losses.append(nn.functional.cross_entropy(logits, tgt[:, t]))
            if random.random() < self.teacher_forcing:
                token = tgt[:, t]
            else:
                token = logits.argmax(-1)
        return torch.stack(losses).mean()


random.seed(0)
torch.manual_seed(0)
model = Seq2Seq()
optimizer = torch.optim.Adam(model.parameters())
compiled = torch.compile(model)
for _ in range(2):
    loss = compiled(torch.randint(0, 20, (3, 5)), torch.randint(0, 20, (3, 4)))
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()

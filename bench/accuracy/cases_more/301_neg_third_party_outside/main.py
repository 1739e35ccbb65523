import numpy as np
import torch
import torch.nn as nn
from scipy.special import expit
from tokenizers import Tokenizer
from tokenizers.models import WordLevel


class Net(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.tok = Tokenizer(WordLevel({"a": 0, "b": 1}, unk_token="a"))
        self.emb = nn.Embedding(2, dim)
        self.ids = self.tok.encode("a").ids
        self.gain = float(expit(0.3))
        self.register_buffer("window", torch.from_numpy(np.hanning(dim).astype("float32")))

    def lookup(self, ids):
        return self.emb(ids).mean(1)

    def forward(self, ids):
        return self.lookup(ids) * self.window * self.gain + len(self.ids)

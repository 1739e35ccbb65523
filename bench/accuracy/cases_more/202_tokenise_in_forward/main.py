import torch
import torch.nn as nn
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace

VOCAB = {"[UNK]": 0, "a": 1, "red": 2, "blue": 3, "ball": 4}


def build_tokenizer():
    tok = Tokenizer(WordLevel(VOCAB, unk_token="[UNK]"))
    tok.pre_tokenizer = Whitespace()
    return tok


class Prompted(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.tok = build_tokenizer()
        self.table = nn.Embedding(len(VOCAB), dim)

    def pad(self, ids, n=8):
        return ids[:n] + [0] * (n - len(ids))

    def forward(self, prompt, x):
        ids = self.tok.encode(prompt).ids
        h = self.table(torch.tensor(self.pad(ids)))
        return x + h.mean(0)


if __name__ == "__main__":
    net = torch.compile(Prompted(4))
    print(net("a red ball", torch.randn(2, 4)))

import torch
import torch.nn as nn


class CausalLM(nn.Module):
    def __init__(self, vocab=50, d=16, max_len=32):
        super().__init__()
        self.emb = nn.Embedding(vocab, d)
        self.qkv = nn.Linear(d, 3 * d)
        self.out = nn.Linear(d, vocab)
        self.register_buffer("k_cache", torch.zeros(1, max_len, d), persistent=False)
        self.register_buffer("v_cache", torch.zeros(1, max_len, d), persistent=False)

    def forward(self, token, pos):
        q, k, v = self.qkv(self.emb(token)).chunk(3, -1)
        self.k_cache[:, pos] = k[:, 0]
        self.v_cache[:, pos] = v[:, 0]
        keys, values = self.k_cache[:, : pos + 1], self.v_cache[:, : pos + 1]
        att = (q @ keys.transpose(1, 2) / q.size(-1) ** 0.5).softmax(-1)
        return self.out(att @ values)


@torch.no_grad()
def generate(step, prompt, max_new=6, eos=0, temperature=0.8):
    tokens = list(prompt)
    for pos in range(len(prompt) + max_new - 1):
        logits = step(torch.tensor([[tokens[pos]]]), pos)
        if pos + 1 >= len(prompt):
            probs = (logits[0, -1] / temperature).softmax(-1)
            nxt = torch.multinomial(probs, 1).item()
            if nxt == eos:
                break
            tokens.append(nxt)
    return tokens


torch.manual_seed(0)
lm = CausalLM().eval()
print(generate(torch.compile(lm), [3, 7, 9]))

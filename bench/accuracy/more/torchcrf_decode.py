import torch
from TorchCRF import CRF

torch.manual_seed(0)
crf = CRF(num_labels=4, use_gpu=False).eval()
decode = torch.compile(crf.viterbi_decode)

with torch.no_grad():
    for n in (5, 7):
        h = torch.randn(2, n, 4)
        mask = torch.ones(2, n, dtype=torch.bool)
        mask[1, -2:] = False
        paths = decode(h, mask)
        print([len(p) for p in paths])

import torch
from TorchCRF import CRF

torch.manual_seed(0)
crf = CRF(4)
decode = torch.compile(crf.viterbi_decode)
with torch.no_grad():
    mask = torch.ones(2, 5, dtype=torch.bool)
    mask[1, 3:] = False
    paths = decode(torch.randn(2, 5, 4), mask)

import torch
from vector_quantize_pytorch import ResidualSimVQ

torch.manual_seed(0)
model = ResidualSimVQ(dim=16, num_quantizers=3, codebook_size=32, quantize_dropout=True, rotation_trick=True)
model.train()
compiled = torch.compile(model)
for x in [torch.randn(2, 12, 16), torch.randn(2, 20, 16)]:
    quantized, indices, loss = compiled(x)
    (quantized.pow(2).mean() + loss.sum()).backward()

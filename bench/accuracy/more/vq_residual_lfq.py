import torch
from vector_quantize_pytorch import ResidualLFQ

torch.manual_seed(0)
model = ResidualLFQ(dim=16, codebook_size=16, num_quantizers=3)
model.eval()
compiled = torch.compile(model)
with torch.no_grad():
    for shape in [(2, 12, 16), (3, 20, 16)]:
        quantized, indices, losses = compiled(torch.randn(*shape))

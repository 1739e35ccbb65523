import torch
from vector_quantize_pytorch.binary_mapper import BinaryMapper

torch.manual_seed(0)
encoder, mapper, decoder = torch.nn.Linear(8, 4), BinaryMapper(bits=4, kl_loss_threshold=0.5), torch.nn.Linear(16, 8)
optimizer = torch.optim.SGD([*encoder.parameters(), *decoder.parameters()], lr=0.1, momentum=0.9, nesterov=True)


@torch.compile
def loss_of(x):
    code, kl = mapper(encoder(x))
    return torch.nn.functional.mse_loss(decoder(code.float()), x) + 0.1 * kl


for _ in range(2):
    loss = loss_of(torch.randn(6, 8))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

import torch
from product_key_memory import PKM

torch.manual_seed(0)
pkm = PKM(dim=32, heads=2, num_keys=16, topk=4, dim_head=16, concat_values_and_combine=True, norm_output=True)
pkm.eval()
compiled = torch.compile(pkm)
trainable = torch.zeros(16 * 16).bool()
trainable[:10] = True
with torch.no_grad():
    for n in (6, 10):
        x = torch.randn(2, n, 32)
        out = compiled(x, mem_trainable_mask=trainable, gumbel_noise_scale=0.5)

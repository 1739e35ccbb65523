import torch
from transformers import xLSTMConfig, xLSTMForCausalLM

torch.manual_seed(0)
config = xLSTMConfig(vocab_size=64, hidden_size=32, num_hidden_layers=2, num_heads=2, chunk_size=8)
model = xLSTMForCausalLM(config).eval()
fast = torch.compile(model)
with torch.no_grad():
    for n in (16, 24):
        logits = fast(torch.randint(0, 64, (2, n)), use_cache=False).logits

import torch
from transformers import Mamba2Config, Mamba2ForCausalLM

torch.manual_seed(0)
config = Mamba2Config(vocab_size=50, hidden_size=32, num_heads=4, head_dim=16, state_size=8, num_hidden_layers=1, n_groups=1, chunk_size=8, expand=2)
model = Mamba2ForCausalLM(config).train()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
compiled = torch.compile(model)
for _ in range(2):
    ids = torch.randint(0, 50, (2, 16))
    loss = compiled(input_ids=ids, labels=ids, use_cache=False).loss
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()

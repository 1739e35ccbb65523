import torch
from transformers import BigBirdConfig, BigBirdForMaskedLM

torch.manual_seed(0)
config = BigBirdConfig(
    vocab_size=60, hidden_size=32, num_hidden_layers=1, num_attention_heads=2, intermediate_size=32, max_position_embeddings=128,
    attention_type="block_sparse", block_size=8, num_random_blocks=1,
)
model = BigBirdForMaskedLM(config).eval()
compiled = torch.compile(model)
with torch.no_grad():
    out = compiled(input_ids=torch.randint(0, 60, (1, 96)))

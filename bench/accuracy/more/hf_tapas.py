import torch
from transformers import TapasConfig, TapasModel

torch.manual_seed(0)
config = TapasConfig(
    vocab_size=99, hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=64,
    max_position_embeddings=64, type_vocab_sizes=[3, 16, 16, 2, 2, 4, 4],
)
model = TapasModel(config).eval()
compiled = torch.compile(model)
ids = torch.randint(1, 99, (2, 20))
types = torch.zeros(2, 20, 7, dtype=torch.long)
types[:, 8:, 1] = torch.randint(1, 4, (2, 12))
types[:, 8:, 2] = torch.randint(1, 5, (2, 12))
with torch.no_grad():
    hidden = compiled(input_ids=ids, token_type_ids=types).last_hidden_state

import torch
from transformers import LukeConfig, LukeForEntityPairClassification

torch.manual_seed(0)
config = LukeConfig(
    vocab_size=80, entity_vocab_size=20, hidden_size=32, entity_emb_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=32,
    max_position_embeddings=64, num_labels=3,
)
model = LukeForEntityPairClassification(config).eval()
compiled = torch.compile(model)
positions = torch.full((2, 2, 4), -1)
positions[:, 0, :2] = torch.tensor([1, 2])
positions[:, 1, :2] = torch.tensor([4, 5])
with torch.no_grad():
    out = compiled(
        input_ids=torch.randint(3, 80, (2, 10)), attention_mask=torch.ones(2, 10, dtype=torch.long),
        entity_ids=torch.randint(1, 20, (2, 2)), entity_attention_mask=torch.ones(2, 2, dtype=torch.long), entity_position_ids=positions,
    )

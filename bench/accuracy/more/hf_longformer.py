import torch
from transformers import LongformerConfig, LongformerForMaskedLM

torch.manual_seed(0)
config = LongformerConfig(
    vocab_size=90, hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=64,
    attention_window=[8, 8], max_position_embeddings=70,
)
model = LongformerForMaskedLM(config).eval()
fast = torch.compile(model)
with torch.no_grad():
    for n in (16, 27):
        input_ids = torch.randint(3, 90, (2, n))
        global_attention_mask = torch.zeros_like(input_ids)
        global_attention_mask[:, 0] = 1
        out = fast(input_ids, attention_mask=torch.ones_like(input_ids), global_attention_mask=global_attention_mask)
        print(out.logits.shape)

import torch
from transformers import NllbMoeConfig, NllbMoeForConditionalGeneration

torch.manual_seed(0)
config = NllbMoeConfig(
    vocab_size=60, d_model=16, encoder_layers=2, decoder_layers=2, encoder_attention_heads=2, decoder_attention_heads=2, encoder_ffn_dim=16,
    decoder_ffn_dim=16, num_experts=2, encoder_sparse_step=2, decoder_sparse_step=2, expert_capacity=8, max_position_embeddings=32,
)
model = NllbMoeForConditionalGeneration(config).train()
compiled = torch.compile(model)
ids = torch.randint(3, 60, (2, 8))
loss = compiled(input_ids=ids, labels=ids, output_router_logits=True).loss
loss.backward()

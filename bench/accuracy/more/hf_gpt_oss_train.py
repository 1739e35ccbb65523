import torch
from transformers import GptOssConfig, GptOssForCausalLM

torch.manual_seed(0)
config = GptOssConfig(
    vocab_size=64, hidden_size=32, intermediate_size=32, num_hidden_layers=2, num_attention_heads=4, num_key_value_heads=2, head_dim=8, num_local_experts=4,
    num_experts_per_tok=2, sliding_window=8, max_position_embeddings=64,
)
model = GptOssForCausalLM(config).train()
model.gradient_checkpointing_enable()
compiled = torch.compile(model)
ids = torch.randint(0, 64, (2, 12))
loss = compiled(input_ids=ids, labels=ids).loss
loss.backward()

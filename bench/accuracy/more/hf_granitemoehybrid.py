import torch
from transformers import GraniteMoeHybridConfig, GraniteMoeHybridForCausalLM

torch.manual_seed(0)
config = GraniteMoeHybridConfig(
    vocab_size=64, hidden_size=32, intermediate_size=48, num_hidden_layers=2, num_attention_heads=4,
    num_key_value_heads=2, num_local_experts=4, num_experts_per_tok=2, shared_intermediate_size=48,
    layer_types=["mamba", "attention"], mamba_n_heads=8, mamba_d_head=8, mamba_d_state=8, mamba_n_groups=1,
    mamba_chunk_size=8, max_position_embeddings=64,
)
model = GraniteMoeHybridForCausalLM(config).eval()
gen = torch.compile(model)
with torch.no_grad():
    ids = torch.randint(0, 64, (2, 12))
    out = gen(ids)
    out = gen(ids[:, :5], use_cache=False)

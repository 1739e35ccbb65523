import torch
from transformers import MixtralConfig, MixtralForCausalLM

torch.manual_seed(0)
model = MixtralForCausalLM(MixtralConfig(
    vocab_size=64, hidden_size=32, intermediate_size=48, num_hidden_layers=2, num_attention_heads=4,
    num_key_value_heads=2, num_local_experts=4, num_experts_per_tok=2, output_router_logits=True,
    max_position_embeddings=64,
))
model.train()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)


@torch.compile
def step(ids, mask):
    out = model(input_ids=ids, attention_mask=mask, labels=ids)
    return out.loss, out.aux_loss


for n in (10, 14):
    ids = torch.randint(0, 64, (2, n))
    loss, aux = step(ids, torch.ones_like(ids))
    (loss + 0.01 * aux).backward()
    optimizer.step()
    optimizer.zero_grad()

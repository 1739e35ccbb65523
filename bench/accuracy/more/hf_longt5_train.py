import torch
from transformers import LongT5Config, LongT5ForConditionalGeneration

torch.manual_seed(0)
config = LongT5Config(
    vocab_size=99, d_model=32, d_kv=8, d_ff=64, num_layers=2, num_decoder_layers=2, num_heads=4, local_radius=4,
    global_block_size=4, encoder_attention_type="local", decoder_start_token_id=0,
)
model = LongT5ForConditionalGeneration(config).train()
optimizer = torch.optim.Adafactor(model.parameters(), lr=1e-3)
compiled = torch.compile(model)
for src in (20, 20):
    ids = torch.randint(1, 99, (2, src))
    loss = compiled(input_ids=ids, attention_mask=torch.ones_like(ids), labels=torch.randint(1, 99, (2, 6))).loss
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()

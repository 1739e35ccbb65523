import torch
from transformers import WavLMConfig, WavLMForCTC

torch.manual_seed(0)
config = WavLMConfig(
    vocab_size=20, hidden_size=32, num_hidden_layers=2, num_attention_heads=2, intermediate_size=32, conv_dim=(16, 16), conv_stride=(4, 4), conv_kernel=(8, 8),
    num_feat_extract_layers=2, num_conv_pos_embeddings=8, num_conv_pos_embedding_groups=2, mask_time_length=2, num_buckets=16, max_bucket_distance=32,
)
model = WavLMForCTC(config).train()
compiled = torch.compile(model)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
for _ in range(2):
    loss = compiled(torch.randn(2, 640), labels=torch.randint(1, 20, (2, 4))).loss
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()

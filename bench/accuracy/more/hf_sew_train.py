import torch
from transformers import SEWConfig, SEWForCTC

torch.manual_seed(0)
config = SEWConfig(
    vocab_size=32, hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=64, conv_dim=(16, 16),
    conv_stride=(4, 2), conv_kernel=(8, 3), squeeze_factor=2, num_conv_pos_embeddings=16,
    num_conv_pos_embedding_groups=2, mask_time_prob=0.3, mask_time_length=2, layerdrop=0.0,
)
model = SEWForCTC(config)
model.train()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)


def train_step(input_values, labels):
    return model(input_values, labels=labels).loss


compiled_step = torch.compile(train_step)
for _ in range(2):
    loss = compiled_step(torch.randn(2, 1600), torch.randint(1, 32, (2, 4)))
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()

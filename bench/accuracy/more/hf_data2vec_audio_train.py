import torch
from transformers import Data2VecAudioConfig, Data2VecAudioForCTC

torch.manual_seed(0)
config = Data2VecAudioConfig(
    vocab_size=32, hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=64, conv_dim=(16, 16),
    conv_stride=(4, 2), conv_kernel=(8, 3), num_conv_pos_embeddings=2, num_conv_pos_embedding_groups=2,
    conv_pos_kernel_size=5, mask_time_prob=0.2, mask_time_length=2, layerdrop=0.05,
)
model = Data2VecAudioForCTC(config).train()
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
model.compile()
for _ in range(2):
    out = model(torch.randn(2, 1200), labels=torch.randint(1, 32, (2, 3)))
    out.loss.backward()
    optimizer.step()
    optimizer.zero_grad()

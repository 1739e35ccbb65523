import torch
from transformers import PatchTSTConfig, PatchTSTForPretraining

torch.manual_seed(0)
config = PatchTSTConfig(
    num_input_channels=2, context_length=32, patch_length=8, patch_stride=8, num_hidden_layers=2, d_model=16,
    num_attention_heads=2, ffn_dim=32, do_mask_input=True, mask_type="random", random_mask_ratio=0.4, scaling="std",
)
model = PatchTSTForPretraining(config)
model.train()
optimizer = torch.optim.Adam(model.parameters())
pretrain = torch.compile(model)
for _ in range(2):
    series = torch.randn(4, 32, 2)
    loss = pretrain(past_values=series, past_observed_mask=torch.ones_like(series)).loss
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()

import torch
from colt5_attention import ConditionalRoutedTransformerBlock

torch.manual_seed(0)
model = ConditionalRoutedTransformerBlock(
    dim=32, num_heavy_attn_tokens_q=8, num_heavy_attn_tokens_kv=8, num_heavy_ff_tokens=8,
    light_dim_head=8, light_heads=2, light_window_size=8, heavy_dim_head=8, heavy_heads=2,
)
model.eval()
inputs = [torch.randn(2, 32, 32), torch.randn(3, 40, 32)]
masks = [torch.ones(2, 32).bool(), torch.ones(3, 40).bool()]

compiled = torch.compile(model)
with torch.no_grad():
    for x, mask in zip(inputs, masks):
        out = compiled(x, mask=mask)

import torch
from transformers import OwlViTConfig, OwlViTForObjectDetection

torch.manual_seed(0)
config = OwlViTConfig(
    text_config=dict(vocab_size=64, hidden_size=16, intermediate_size=32, num_hidden_layers=1, num_attention_heads=2, max_position_embeddings=8, pad_token_id=0, bos_token_id=1, eos_token_id=2),
    vision_config=dict(hidden_size=16, intermediate_size=32, num_hidden_layers=1, num_attention_heads=2, image_size=32, patch_size=8),
    projection_dim=16,
)
model = OwlViTForObjectDetection(config).eval()
detect = torch.compile(model)
with torch.no_grad():
    out = detect(input_ids=torch.randint(3, 64, (2, 6)), pixel_values=torch.randn(1, 3, 32, 32), attention_mask=torch.ones(2, 6, dtype=torch.long))

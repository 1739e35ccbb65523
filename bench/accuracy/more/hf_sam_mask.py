import torch
from transformers import SamConfig, SamModel

torch.manual_seed(0)
config = SamConfig(
    vision_config=dict(hidden_size=16, output_channels=16, num_hidden_layers=1, num_attention_heads=2, image_size=32, patch_size=8, window_size=2, global_attn_indexes=[0], num_pos_feats=8, mlp_dim=32),
    prompt_encoder_config=dict(hidden_size=16, image_size=32, patch_size=8, mask_input_channels=4),
    mask_decoder_config=dict(hidden_size=16, mlp_dim=16, num_hidden_layers=1, num_attention_heads=2, iou_head_hidden_dim=16),
)
model = SamModel(config).eval()
segment = torch.compile(model)
with torch.no_grad():
    out = segment(pixel_values=torch.randn(1, 3, 32, 32), input_points=torch.tensor([[[[8.0, 8.0]]]]))

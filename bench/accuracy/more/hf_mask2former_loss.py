import torch
from transformers import Mask2FormerConfig, Mask2FormerForUniversalSegmentation, SwinConfig

torch.manual_seed(0)
backbone = SwinConfig(image_size=64, embed_dim=8, depths=[1, 1, 1, 1], num_heads=[1, 1, 2, 2], window_size=4, out_features=["stage1", "stage2", "stage3", "stage4"])
config = Mask2FormerConfig(
    backbone_config=backbone, feature_size=32, mask_feature_size=32, hidden_dim=32, encoder_feedforward_dim=16, encoder_layers=1, decoder_layers=2,
    num_attention_heads=2, dim_feedforward=16, num_queries=5, num_labels=3, train_num_points=20,
)
model = Mask2FormerForUniversalSegmentation(config).eval()
compiled = torch.compile(model)
with torch.no_grad():
    out = compiled(pixel_values=torch.randn(1, 3, 64, 64), pixel_mask=torch.ones(1, 64, 64, dtype=torch.long))

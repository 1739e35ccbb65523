import torch
from transformers import MaskFormerConfig, MaskFormerForInstanceSegmentation, DetrConfig, SwinConfig


def build():
    backbone = SwinConfig(
        image_size=64, patch_size=4, embed_dim=16, depths=[1, 1, 1, 1], num_heads=[2, 2, 4, 4], window_size=4,
        out_features=["stage1", "stage2", "stage3", "stage4"],
    )
    decoder = DetrConfig(
        d_model=32, decoder_layers=2, encoder_layers=1, decoder_attention_heads=4, encoder_attention_heads=4,
        decoder_ffn_dim=48, encoder_ffn_dim=48, num_queries=6,
    )
    config = MaskFormerConfig(
        backbone_config=backbone, decoder_config=decoder, fpn_feature_size=32, mask_feature_size=32, num_labels=5,
    )
    return MaskFormerForInstanceSegmentation(config)


torch.manual_seed(0)
model = build().eval()
seg = torch.compile(model)
with torch.no_grad():
    out = seg(pixel_values=torch.randn(1, 3, 64, 64), pixel_mask=torch.ones(1, 64, 64, dtype=torch.long))

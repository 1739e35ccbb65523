import torch
from transformers import DeformableDetrConfig, DeformableDetrForObjectDetection, ResNetConfig

torch.manual_seed(0)
config = DeformableDetrConfig(
    backbone_config=ResNetConfig(embedding_size=16, hidden_sizes=[16, 32, 48, 64], depths=[1, 1, 1, 1],
                                 out_features=["stage2", "stage3", "stage4"]),
    use_timm_backbone=False, use_pretrained_backbone=False, backbone=None, num_queries=5, d_model=32, encoder_layers=1,
    decoder_layers=2, encoder_attention_heads=4, decoder_attention_heads=4, encoder_ffn_dim=48, decoder_ffn_dim=48,
    num_labels=4,
)
model = DeformableDetrForObjectDetection(config).eval()
detect = torch.compile(model)
with torch.no_grad():
    for size in (128, 160):
        out = detect(torch.randn(1, 3, size, size))

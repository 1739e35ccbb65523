import torch
from transformers import SuperPointConfig, SuperPointForKeypointDetection

torch.manual_seed(0)
config = SuperPointConfig(encoder_hidden_sizes=[8, 8, 8, 8], decoder_hidden_size=8, keypoint_decoder_dim=65, descriptor_decoder_dim=8, max_keypoints=5)
model = SuperPointForKeypointDetection(config).eval()
compiled = torch.compile(model)
with torch.no_grad():
    out = compiled(pixel_values=torch.rand(1, 3, 32, 32))

import torch
from transformers import Swin2SRConfig, Swin2SRForImageSuperResolution, UnivNetConfig, UnivNetModel

torch.manual_seed(0)
sr = Swin2SRForImageSuperResolution(Swin2SRConfig(image_size=16, patch_size=1, embed_dim=12, depths=[1], num_heads=[2], window_size=4, upscale=2)).eval()
vocoder = UnivNetModel(UnivNetConfig(
    model_in_channels=8, model_hidden_channels=8, num_mel_bins=8, resblock_kernel_sizes=[3], resblock_stride_sizes=[4], resblock_dilation_sizes=[[1, 3]],
    kernel_predictor_num_blocks=1, kernel_predictor_hidden_channels=8,
)).eval()
upscale, speak = torch.compile(sr), torch.compile(vocoder)
with torch.no_grad():
    image = upscale(pixel_values=torch.rand(1, 3, 16, 16)).reconstruction
    wave = speak(torch.randn(1, 10, 8)).waveforms

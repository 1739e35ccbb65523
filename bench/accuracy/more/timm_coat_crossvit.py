import timm
import torch

torch.manual_seed(0)
nets = [timm.create_model(name, pretrained=False, num_classes=5).eval() for name in ("coat_lite_tiny", "crossvit_tiny_240")]
compiled = [torch.compile(n) for n in nets]
with torch.no_grad():
    for run, size in zip(compiled, (224, 240)):
        out = run(torch.randn(1, 3, size, size))

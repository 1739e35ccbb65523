import torch
import timm

torch.manual_seed(0)
model = timm.create_model("pit_ti_224", num_classes=3)
model.eval()
inputs = [torch.randn(b, 3, 224, 224) for b in (1, 2)]
fast = torch.compile(model, mode="reduce-overhead")
with torch.inference_mode():
    for x in inputs:
        fast(x)
nest = timm.create_model("nest_tiny", num_classes=3)
nest.eval()
nest = torch.compile(nest)
with torch.inference_mode():
    nest(torch.randn(1, 3, 224, 224))

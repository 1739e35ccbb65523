import torch
from vit_pytorch import ViT
from vit_pytorch.recorder import Recorder


def main():
    torch.manual_seed(0)
    model = Recorder(ViT(image_size=32, patch_size=8, num_classes=10, dim=32, depth=2, heads=2, mlp_dim=64)).eval()
    forward = torch.compile(model)
    with torch.no_grad():
        preds, attns = forward(torch.randn(2, 3, 32, 32))
    print(preds.shape, attns.shape)


if __name__ == "__main__":
    main()

import torch
import timm

NAMES = ["resnetv2_50x1_bit", "mobilevit_xxs", "crossvit_tiny_240"]


def main():
    torch.manual_seed(0)
    for name in NAMES:
        model = timm.create_model(name, pretrained=False, num_classes=4).eval()
        size = model.default_cfg["input_size"][-1]
        fast = torch.compile(model)
        with torch.no_grad():
            print(name, fast(torch.randn(1, 3, size, size)).shape)


if __name__ == "__main__":
    main()

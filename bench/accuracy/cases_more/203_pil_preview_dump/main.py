import torch
import torch.nn as nn
from PIL import Image


class Autoencoder(nn.Module):
    def __init__(self, preview=None):
        super().__init__()
        self.enc = nn.Conv2d(3, 4, 3, padding=1)
        self.dec = nn.Conv2d(4, 3, 3, padding=1)
        self.preview = preview

    def encode(self, img):
        return torch.relu(self.enc(img))

    def dump(self, img):
        frame = (img[0].clamp(0, 1) * 255).to(torch.uint8)
        array = frame.permute(1, 2, 0).numpy()
        Image.fromarray(array).resize((4, 4))

    def forward(self, img):
        out = torch.sigmoid(self.dec(self.encode(img)))
        if self.preview:
            self.dump(out.detach())
        return out


def build():
    return torch.compile(Autoencoder(preview="out.png"))

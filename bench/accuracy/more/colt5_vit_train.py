"""Train step of a routed ViT, compiled."""

import torch
import torch.nn.functional as F
from colt5_attention import ConditionalRoutedViT


def build():
    return ConditionalRoutedViT(
        image_size=32, patch_size=4, num_classes=10, dim=32, depth=2, attn_num_heavy_tokens_q=8,
        attn_num_heavy_tokens_kv=8, attn_heavy_dim_head=8, attn_heavy_heads=2, attn_light_dim_head=8,
        attn_light_heads=2, attn_light_window_size=4, ff_num_heavy_tokens=8, ff_heavy_mult=2,
        ff_light_mult=0.5, flash_attn=False,
    )


def main():
    torch.manual_seed(0)
    model = build().train()
    opt = torch.optim.Adam(model.parameters(), lr=3e-4)
    net = torch.compile(model)
    for _ in range(2):
        images, labels = torch.randn(2, 3, 32, 32), torch.randint(0, 10, (2,))
        loss = F.cross_entropy(net(images), labels)
        opt.zero_grad()
        loss.backward()
        opt.step()


if __name__ == "__main__":
    main()

"""CLIP with the text and image self-supervised losses on."""

import torch
from x_clip import CLIP


def build():
    return CLIP(
        dim_text=32, dim_image=32, dim_latent=32, num_text_tokens=100, text_enc_depth=1, text_seq_len=16,
        text_heads=2, text_dim_head=16, visual_enc_depth=1, visual_image_size=32, visual_patch_size=8,
        visual_heads=2, visual_dim_head=16, use_mlm=True, text_ssl_loss_weight=0.05,
        use_visual_ssl=False,
    )


if __name__ == "__main__":
    torch.manual_seed(0)
    model = build().train()
    compiled = torch.compile(model)
    with torch.no_grad():
        for n in (2, 3):
            loss = compiled(torch.randint(1, 100, (n, 16)), torch.randn(n, 3, 32, 32), return_loss=True)

import torch
from x_clip import CLIP

torch.manual_seed(0)
clip = CLIP(
    dim_text=32, dim_image=32, dim_latent=32, num_text_tokens=100, text_enc_depth=1, text_seq_len=16,
    text_heads=2, text_dim_head=16, visual_enc_depth=1, visual_image_size=32, visual_patch_size=8,
    visual_heads=2, visual_dim_head=16, visual_patch_dropout=0.5, use_all_token_embeds=True,
    decoupled_contrastive_learning=True, extra_latent_projection=True,
)
clip.train()
optimizer = torch.optim.AdamW(clip.parameters(), lr=1e-4)
compiled = torch.compile(clip)
for _ in range(2):
    text = torch.randint(0, 100, (4, 16))
    images = torch.randn(4, 3, 32, 32)
    loss = compiled(text, images, freeze_image_encoder=False, return_loss=True)
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()

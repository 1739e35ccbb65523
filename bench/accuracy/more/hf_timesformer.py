import torch
from transformers import TimesformerConfig, TimesformerForVideoClassification


def main(frames=4):
    torch.manual_seed(0)
    cfg = TimesformerConfig(
        image_size=32, patch_size=8, num_frames=frames, hidden_size=32, num_hidden_layers=2, num_attention_heads=4,
        intermediate_size=64, attention_type="divided_space_time", num_labels=3,
    )
    model = TimesformerForVideoClassification(cfg)
    model.eval()
    model.compile(dynamic=True)
    with torch.inference_mode():
        for b in (1, 2):
            print(model(torch.randn(b, frames, 3, 32, 32)).logits.argmax(-1))


main()

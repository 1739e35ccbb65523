import torch
from transformers import ViltConfig, ViltForQuestionAnswering

torch.manual_seed(0)
config = ViltConfig(
    vocab_size=99, hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=64,
    max_position_embeddings=40, image_size=32, patch_size=8, num_labels=3, max_image_length=-1,
)
model = ViltForQuestionAnswering(config).eval()
answer = torch.compile(model)
with torch.no_grad():
    for b in (1, 2):
        out = answer(
            input_ids=torch.randint(0, 99, (b, 8)), pixel_values=torch.randn(b, 3, 32, 32),
            pixel_mask=torch.ones(b, 32, 32, dtype=torch.long),
        )

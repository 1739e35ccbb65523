import torch
from transformers import ReformerConfig, ReformerModelWithLMHead

torch.manual_seed(0)
config = ReformerConfig(
    vocab_size=50, hidden_size=32, attention_head_size=16, num_attention_heads=2, feed_forward_size=32, attn_layers=["local", "lsh"],
    axial_pos_shape=[8, 8], axial_pos_embds_dim=[8, 24], local_attn_chunk_length=8, lsh_attn_chunk_length=8, num_buckets=4, num_hashes=1,
    max_position_embeddings=64, is_decoder=True,
)
model = ReformerModelWithLMHead(config).eval()
compiled = torch.compile(model)
with torch.no_grad():
    logits = compiled(torch.randint(0, 50, (2, 64))).logits

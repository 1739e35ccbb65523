import torch
from transformers import MusicgenDecoderConfig, MusicgenForCausalLM

torch.manual_seed(0)
config = MusicgenDecoderConfig(
    vocab_size=32, hidden_size=32, num_hidden_layers=2, num_attention_heads=4, ffn_dim=64, num_codebooks=4,
    max_position_embeddings=64, pad_token_id=32, bos_token_id=32, layerdrop=0.1,
)
lm = MusicgenForCausalLM(config).eval()
fast = torch.compile(lm)
with torch.no_grad():
    ids = torch.randint(0, 32, (2 * 4, 10))
    out = fast(input_ids=ids)
    out = fast(input_ids=ids, encoder_hidden_states=torch.randn(2, 5, 32))

import torch
from x_transformers import Decoder, EntropyBasedTokenizer, TransformerWrapper

torch.manual_seed(0)
decoder = TransformerWrapper(num_tokens=64, max_seq_len=32, attn_layers=Decoder(dim=32, depth=1, heads=2, attn_dim_head=16))
tokenizer = EntropyBasedTokenizer(decoder, entropy_threshold=4.0)
tokenizer.eval()
compiled = torch.compile(tokenizer)
with torch.no_grad():
    lengths = compiled(torch.randint(0, 64, (1, 24)))

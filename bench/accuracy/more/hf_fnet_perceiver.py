"""Two encoders side by side, each compiled on its own."""
import torch
from transformers import FNetConfig, FNetModel, PerceiverConfig, PerceiverModel


def main():
    torch.manual_seed(0)
    fnet = FNetModel(FNetConfig(
        vocab_size=99, hidden_size=32, num_hidden_layers=2, intermediate_size=64, max_position_embeddings=32,
    )).eval()
    perceiver = PerceiverModel(PerceiverConfig(
        num_latents=8, d_latents=16, d_model=24, num_blocks=1, num_self_attends_per_block=2,
        num_self_attention_heads=2, num_cross_attention_heads=2,
    )).eval()
    encoders = {"fnet": torch.compile(fnet), "perceiver": torch.compile(perceiver)}
    with torch.no_grad():
        for name, encode in encoders.items():
            x = torch.randint(0, 99, (2, 16)) if name == "fnet" else torch.randn(2, 10, 24)
            print(name, encode(x).last_hidden_state.shape)


if __name__ == "__main__":
    main()

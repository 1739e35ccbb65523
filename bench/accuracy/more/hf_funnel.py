import torch
from transformers import FunnelConfig, FunnelModel


def main():
    torch.manual_seed(0)
    config = FunnelConfig(
        vocab_size=99, block_sizes=[1, 1, 1], num_decoder_layers=1, d_model=32, n_head=4, d_head=8, d_inner=64,
    )
    model = FunnelModel(config).eval()
    opt = torch.compile(model)
    with torch.no_grad():
        for shape in ((2, 16), (3, 24)):
            ids = torch.randint(0, 99, shape)
            out = opt(ids, attention_mask=torch.ones(shape, dtype=torch.long))


if __name__ == "__main__":
    main()

import torch
from transformers import BartConfig, BartForConditionalGeneration


def run(steps=2):
    torch.manual_seed(0)
    cfg = BartConfig(
        vocab_size=80, d_model=32, encoder_layers=2, decoder_layers=2, encoder_attention_heads=4,
        decoder_attention_heads=4, encoder_ffn_dim=64, decoder_ffn_dim=64, max_position_embeddings=64,
        encoder_layerdrop=0.1, decoder_layerdrop=0.1,
    )
    model = BartForConditionalGeneration(cfg)
    model.train()
    optim = torch.optim.AdamW(model.parameters(), lr=1e-4)
    compiled = torch.compile(model)
    for step in range(steps):
        ids = torch.randint(4, 80, (2, 11))
        labels = torch.randint(4, 80, (2, 7))
        out = compiled(input_ids=ids, attention_mask=torch.ones_like(ids), labels=labels)
        out.loss.backward()
        optim.step()
        optim.zero_grad(set_to_none=True)
        print(step, out.loss.item())


if __name__ == "__main__":
    run()

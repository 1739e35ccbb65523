import torch
from transformers import SpeechT5Config, SpeechT5ForTextToSpeech

torch.manual_seed(0)
config = SpeechT5Config(
    vocab_size=40, hidden_size=32, encoder_layers=1, decoder_layers=1, encoder_attention_heads=4,
    decoder_attention_heads=4, encoder_ffn_dim=64, decoder_ffn_dim=64, num_mel_bins=20, speech_decoder_prenet_units=16,
    speech_decoder_postnet_units=16, speaker_embedding_dim=12, speech_decoder_postnet_layers=2,
    use_guided_attention_loss=True, encoder_layerdrop=0.0, decoder_layerdrop=0.0,
)
model = SpeechT5ForTextToSpeech(config).train()
net = torch.compile(model)
batch = dict(
    input_ids=torch.randint(4, 40, (2, 9)), attention_mask=torch.ones(2, 9, dtype=torch.long), labels=torch.randn(2, 14, 20), speaker_embeddings=torch.randn(2, 12),
)
out = net(**batch)
out.loss.backward()

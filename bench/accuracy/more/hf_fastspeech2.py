import torch
from transformers import FastSpeech2ConformerConfig, FastSpeech2ConformerModel

torch.manual_seed(0)
config = FastSpeech2ConformerConfig(
    hidden_size=16, vocab_size=30, num_mel_bins=8, encoder_num_attention_heads=2, encoder_layers=1, encoder_linear_units=16, decoder_layers=1,
    decoder_num_attention_heads=2, decoder_linear_units=16, speech_decoder_postnet_layers=2, speech_decoder_postnet_units=8,
    duration_predictor_layers=1, duration_predictor_channels=8, energy_predictor_layers=1, energy_predictor_channels=8, pitch_predictor_layers=1, pitch_predictor_channels=8,
)
model = FastSpeech2ConformerModel(config).eval()
speak = torch.compile(model)
with torch.no_grad():
    out = speak(torch.randint(1, 30, (1, 7)))

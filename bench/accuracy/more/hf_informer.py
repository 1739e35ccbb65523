import torch
from transformers import InformerConfig, InformerModel

torch.manual_seed(0)
config = InformerConfig(
    prediction_length=4, context_length=8, lags_sequence=[1, 2], num_time_features=1, d_model=16, encoder_layers=2, decoder_layers=1,
    encoder_attention_heads=2, decoder_attention_heads=2, encoder_ffn_dim=16, decoder_ffn_dim=16,
)
model = InformerModel(config).eval()
forecast = torch.compile(model)
with torch.no_grad():
    out = forecast(
        past_values=torch.rand(2, 10), past_time_features=torch.rand(2, 10, 1), past_observed_mask=torch.ones(2, 10),
        future_values=torch.rand(2, 4), future_time_features=torch.rand(2, 4, 1),
    )

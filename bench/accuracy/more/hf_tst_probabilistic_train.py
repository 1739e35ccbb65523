import torch
from transformers import TimeSeriesTransformerConfig, TimeSeriesTransformerForPrediction

torch.manual_seed(0)
config = TimeSeriesTransformerConfig(
    prediction_length=4, context_length=8, lags_sequence=[1, 2], num_time_features=1, d_model=16, encoder_layers=1, decoder_layers=1,
    encoder_attention_heads=2, decoder_attention_heads=2, encoder_ffn_dim=16, decoder_ffn_dim=16, distribution_output="student_t",
)
model = TimeSeriesTransformerForPrediction(config).train()
compiled = torch.compile(model)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
for _ in range(2):
    past = torch.rand(2, 10)
    loss = compiled(
        past_values=past, past_time_features=torch.rand(2, 10, 1), past_observed_mask=torch.ones(2, 10),
        future_values=torch.rand(2, 4), future_time_features=torch.rand(2, 4, 1),
    ).loss
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

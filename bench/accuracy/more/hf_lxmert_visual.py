import torch
from transformers import LxmertConfig, LxmertForQuestionAnswering

torch.manual_seed(0)
config = LxmertConfig(
    vocab_size=60, hidden_size=32, num_attention_heads=2, intermediate_size=32, l_layers=1, x_layers=1, r_layers=1, max_position_embeddings=32,
    visual_feat_dim=8, num_qa_labels=4,
)
model = LxmertForQuestionAnswering(config).eval()
answer = torch.compile(model)
with torch.no_grad():
    for n in (1, 2):
        out = answer(input_ids=torch.randint(0, 60, (n, 7)), visual_feats=torch.randn(n, 3, 8), visual_pos=torch.rand(n, 3, 4), labels=torch.zeros(n, dtype=torch.long))

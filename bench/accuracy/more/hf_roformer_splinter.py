import torch
from transformers import RoFormerConfig, RoFormerForTokenClassification, SplinterConfig, SplinterForQuestionAnswering

torch.manual_seed(0)
tagger = RoFormerForTokenClassification(RoFormerConfig(vocab_size=50, hidden_size=32, num_hidden_layers=1, num_attention_heads=2, intermediate_size=32, num_labels=5)).eval()
reader = SplinterForQuestionAnswering(SplinterConfig(vocab_size=120, hidden_size=32, num_hidden_layers=1, num_attention_heads=2, intermediate_size=32)).eval()


@torch.compile
def read(ids):
    tags = tagger(ids % 50).logits.argmax(-1)
    span = reader(input_ids=ids, attention_mask=tags.ge(0).long())
    return span.start_logits, span.end_logits


with torch.no_grad():
    ids = torch.randint(3, 120, (2, 9))
    ids[:, 4] = 104
    out = read(ids)

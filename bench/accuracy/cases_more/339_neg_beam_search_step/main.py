import torch


def gather_beams(x, index):
    return x.gather(1, index[..., None].expand(-1, -1, x.shape[-1]))


def beam_step(logits, scores, sequences, done, beams: int = 2, eos: int = 0):
    batch, _, vocab = logits.shape
    logp = logits.log_softmax(-1)
    frozen = torch.full_like(logp, float("-inf"))
    frozen[..., eos] = 0.0
    logp = torch.where(done[..., None], frozen, logp)
    total = (scores[..., None] + logp).view(batch, -1)
    scores, flat = total.topk(beams, dim=-1)
    origin = torch.div(flat, vocab, rounding_mode="floor")
    token = flat % vocab
    sequences = torch.cat([gather_beams(sequences, origin), token[..., None]], dim=-1)
    done = done.gather(1, origin) | (token == eos)
    return scores, sequences, done

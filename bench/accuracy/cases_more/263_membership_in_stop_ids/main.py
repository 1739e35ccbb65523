import torch

STOP = {0, 2}


def greedy(logits):
    return logits.argmax(-1)


def next_ids(logits, stop_ids):
    ids = greedy(logits)
    if logits.dtype in (torch.float16, torch.bfloat16):
        logits = logits.float()
    stopped = torch.isin(ids, stop_ids)
    if ids[0] in stop_ids:
        return ids, stopped
    return ids + 0, stopped

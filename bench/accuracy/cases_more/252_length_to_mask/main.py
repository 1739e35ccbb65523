import torch


def invert(mask):
    return ~mask


def lengths_to_mask(lengths, max_len=None):
    if max_len is None:
        max_len = lengths.max()
    steps = torch.arange(max_len, device=lengths.device)
    return invert(steps[None, :] >= lengths[:, None])


def attend(x, lengths):
    mask = torch.compile(lengths_to_mask)(lengths)
    return (x * mask[..., None]).sum(1) / lengths[:, None]

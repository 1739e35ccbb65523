import torch


def centre(t):
    return t - t.mean(0)


def split_mean(x, lengths):
    sizes = lengths.tolist()
    halves = x.split(x.shape[0] // 2)
    parts = x.split(sizes)
    return torch.stack([centre(p).abs().mean() for p in parts]) + halves[0].mean()


def run(x, lengths):
    return torch.compile(split_mean)(x, lengths)

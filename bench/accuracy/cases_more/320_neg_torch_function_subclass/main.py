import torch


class Tagged(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return super().__torch_function__(func, types, args, kwargs or {})


def work(x):
    y = x * 2 + 1
    return torch.sin(y).sum(-1)

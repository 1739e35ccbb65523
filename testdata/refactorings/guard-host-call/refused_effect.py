import torch


def step(x, names):
    print("next:", names.pop())  # refused: an argument of the call has an effect
    return x + len(names)


run = torch.compile(step)
names = ["a", "b", "c"]
run(torch.ones(3), names)

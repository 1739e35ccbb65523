import torch as th


def step(torch):
    print("in step")
    return torch + 1


run = th.compile(step)
run(th.ones(3))

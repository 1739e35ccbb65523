import torch as th


def step(torch):
    if not th.compiler.is_compiling():
        print("in step")
    return torch + 1


run = th.compile(step)
run(th.ones(3))

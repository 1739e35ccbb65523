"""Injected faults: each region is miscompiled in one way, and its name says in which dimension that shows (DIMENSION__what).

Wrong backends are those of tests/runtime/programs/wrong.py. What `torch.compiler.is_compiling()` guards is lost by the graph: a
compiler that forgets a side effect, a hook or an exception.
"""

import collections
import logging
import pathlib
import random
import sys
import warnings

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "tests/runtime/programs"))
import wrong  # noqa: E402

torch.manual_seed(0)
compiling = torch.compiler.is_compiling
REGIONS = {}


def faulty(backend="eager", grad=True):
    def register(function):
        REGIONS[function.__name__] = (torch.compile(function, backend=backend), grad)
        return function

    return register


class State:
    def __init__(self):
        self.calls, self.log, self.table, self.best = 0, [], {}, None
        self.array = np.zeros(3)
        self.queue = collections.deque(maxlen=4)


state = State()
total = 0


# -- outputs


@faulty(wrong.swaps("gelu", wrong.wrong_gelu))
def output__gelu_by_tanh(x, w):
    return F.gelu(x @ w)


@faulty(wrong.swaps("relu", F.silu))
def output__relu_is_silu(x, w):
    return F.relu(x @ w)


@faulty(wrong.swaps("softmax", F.log_softmax))
def output__log_softmax(x, w):
    return F.softmax(x @ w, -1)


@faulty(wrong.one_element(1e-5))
def output__one_element(x, w):
    return torch.exp(x @ w)


@faulty(wrong.one_element(0.1))
def output__one_bfloat16_element(x, w):
    return (x.bfloat16() * 3).tanh()


@faulty(wrong.off_by_one_row)
def output__off_by_one(x, w):
    return x @ w


@faulty(wrong.noise_of_half)
def output__computed_in_half(x, w):
    return x @ w


@faulty(wrong.noise_of_bfloat)
def output__computed_in_bfloat16(x, w):
    return torch.tanh(x @ w)


@faulty(wrong.zero_where_small)
def output__flushes_small(x, w):
    return (x @ w) * 1e-3


@faulty(wrong.drops_last)
def output__drops_the_tail(x, w):
    return x @ w


@faulty(wrong.nan_to_zero)
def output__hides_nan(x, w):
    return torch.log(x)


@faulty(wrong.saturates)
def output__saturates(x, w):
    return x.square() * 3


@faulty(wrong.with_argument("layer_norm", "eps", 1e-3))
def output__other_eps(x, w):
    return F.layer_norm(x, (8,), eps=1e-5)


@faulty(wrong.with_argument("sum", 1, 0))
def output__other_dimension(x, w):
    return (x[:8] @ w).sum(1)


@faulty(wrong.to_double)
def output__dtype(x, w):
    return x @ w


@faulty(wrong.swaps_outputs)
def output__swapped(x, w):
    return x * 2, x * 3


@faulty(wrong.requires_grad, grad=False)
def output__requires_grad(x, w):
    return x.detach() + 1


@faulty("inductor")
def output__inductor_relu_bug(x, w):
    return F.relu(x) + x


# -- layout and aliases


@faulty(wrong.other_strides)
def layout__transposed(x, w):
    return x @ w


@faulty(wrong.copies_output)
def alias__view_is_copied(x, w):
    return x.view(-1)


@faulty(grad=False)
def alias__argument_is_copied(x, w):
    return (x.clone() if compiling() else x), x + 1


@faulty(wrong.shares_outputs)
def alias__outputs_are_one(x, w):
    return x * 2, x * 2


@faulty(wrong.alias_of_input, grad=False)
def alias__output_is_the_input(x, w):
    return x + 0


# -- arguments and state


@faulty(wrong.drops_mutation, grad=False)
def mutation__dropped(x, w):
    x.add_(1)
    return x * 2


@faulty(wrong.drops_mutation, grad=False)
def mutation__dropped_slice(x, w):
    x[0] = 7.0
    return x * 2


@faulty(wrong.mutates_input, grad=False)
def mutation__scratch(x, w):
    return x + 1


class Normed(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm, self.linear = nn.BatchNorm1d(8), nn.Linear(8, 8)
        self.register_buffer("seen", torch.zeros(1))

    def forward(self, x):
        self.seen.add_(1)
        return self.linear(self.norm(x))


normed, counting = Normed(), Normed()


@faulty(wrong.mutates_parameter)
def state__parameter(x, w):
    return normed(x)


@faulty(wrong.drops_mutation)
def state__buffer(x, w):
    return counting(x)


@faulty()
def state__running_statistics(x, w):
    return F.batch_norm(x, normed.norm.running_mean, normed.norm.running_var, training=True, momentum=0.2 if compiling() else 0.1)


# -- gradients


@faulty(wrong.scales_gradient(1.0001))
def gradient__scaled(x, w):
    return torch.tanh(x @ w)


@faulty(wrong.scales_gradient(-1.0))
def gradient__negated(x, w):
    return x @ w


@faulty(wrong.stops_gradient_of_first_input)
def gradient__stopped(x, w):
    return (x @ w).sum()


@faulty()
def gradient__accumulated(x, w):
    loss = normed.linear(x.detach()).sum()
    loss.backward()
    if compiling():
        normed.linear.weight.grad.mul_(2)
    return loss.detach()


# -- random numbers


@faulty(wrong.draws_more)
def rng__draws_more(x, w):
    return F.dropout(x, 0.5)


@faulty(wrong.draws_with_own_seed)
def rng__own_seed(x, w):
    return F.dropout(x, 0.5)


@faulty(wrong.reorders_random)
def rng__reordered(x, w):
    return torch.rand_like(x) * 2 + torch.rand_like(x)


@faulty(wrong.reuses_mask)
def rng__reused(x, w):
    return torch.rand_like(x) - torch.rand_like(x)


@faulty()
def rng__python(x, w):
    scale = 0.5 if compiling() else random.random()
    return x * 0 + scale * 0 + 1


@faulty()
def rng__numpy(x, w):
    if not compiling():
        np.random.rand()
    return x + 1


# -- Python effects


@faulty()
def python_effect__counter(x, w):
    if not compiling():
        state.calls += 1
    return x + 1


@faulty()
def python_effect__global(x, w):
    global total
    total += 1 if compiling() else 2
    return x + 1


@faulty()
def python_effect__list(x, w):
    if not compiling():
        state.log.append(1)
    return x + 1


@faulty()
def python_effect__dictionary(x, w):
    state.table["step"] = 0 if compiling() else 1
    return x + 1


@faulty()
def python_effect__class_attribute(x, w):
    State.version = 1 if compiling() else 2
    return x + 1


@faulty()
def python_effect__new_global(x, w):
    global made_here
    made_here = 1 if compiling() else 2
    return x + 1


@faulty()
def python_effect__queue(x, w):
    if not compiling():
        state.queue.append(int(x.shape[0]))
    return x + 1


@faulty()
def stdout__lost(x, w):
    if not compiling():
        print("loss", 1)
    return x + 1


@faulty()
def stdout__other_text(x, w):
    print("compiled" if compiling() else "eager")
    return x + 1


@faulty()
def stdout__warning(x, w):
    if not compiling():
        warnings.warn("in eager only")
    return x + 1


@faulty()
def stdout__log(x, w):
    if not compiling():
        logging.getLogger("training").warning("in eager only")
    return x + 1


# -- hooks


class Hooked(nn.Module):
    def __init__(self, before=None, after=None):
        super().__init__()
        if before:
            self.register_forward_pre_hook(before)
        if after:
            self.register_forward_hook(after)

    def forward(self, x):
        return x * 2


def log_call(module, inputs, output):
    if not compiling():
        state.log.append("hook")


def doubled(module, inputs, output):
    return output if compiling() else output * 2


def shifted(module, inputs):
    return inputs if compiling() else (inputs[0] + 1,)


logged, doubling, shifting = Hooked(after=log_call), Hooked(after=doubled), Hooked(before=shifted)


@faulty()
def hook__side_effect_lost(x, w):
    return logged(x)


@faulty()
def hook__result_lost(x, w):
    return doubling(x)


@faulty()
def hook__before_lost(x, w):
    return shifting(x)


# -- exceptions


@faulty(wrong.raises(ValueError))
def exception__raised(x, w):
    return x + 1


@faulty(wrong.other_exception)
def exception__other_type(x, w):
    return x.index_select(0, torch.tensor([1000]))


@faulty(wrong.swallows_exception)
def exception__swallowed(x, w):
    return x.index_select(0, torch.tensor([1000]))


def main():
    torch._inductor.config.cpp.inject_relu_bug_TESTING_ONLY = "accuracy"
    for name, (region, grad) in REGIONS.items():
        x = torch.randn(16, 8, requires_grad=grad)
        w = torch.randn(8, 8, requires_grad=grad)
        try:
            region(x * 1.0 if grad and name.startswith("mutation") else x, w)
        except (IndexError, RuntimeError, ValueError):
            pass


main()

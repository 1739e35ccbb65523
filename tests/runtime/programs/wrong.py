"""Backends that are wrong in one way each, for the tests and for bench/verify. Each takes Dynamo's graph and gives a callable.

They stand for bugs that compilers have had. A wrong backend changes the graph or wraps the callable; nothing else of the
program knows of it.
"""

import operator

import torch
import torch.nn.functional as F


def _rebuilt(gm):
    gm.graph.lint()
    gm.recompile()
    return gm.forward


def _calls(gm, *names):
    """Nodes that call a function or method of one of these names."""
    for node in list(gm.graph.nodes):
        name = node.target if isinstance(node.target, str) else getattr(node.target, "__name__", "")
        if node.op in ("call_function", "call_method") and name in names:
            yield node


def swaps(name, other):
    """Calls `other` where the program calls `name`."""

    def backend(gm, example_inputs):
        for node in _calls(gm, name):
            node.target = other
            node.op = "call_function"
        return _rebuilt(gm)

    return backend


def with_argument(name, position, value):
    """Another value for one positional or keyword argument of a call."""

    def backend(gm, example_inputs):
        for node in _calls(gm, name):
            if isinstance(position, str):
                node.kwargs = {**node.kwargs, position: value}
            else:
                args = list(node.args)
                args[position] = value
                node.args = tuple(args)
        return _rebuilt(gm)

    return backend


def drops_mutation(gm, example_inputs):
    """In-place calls on arguments act on copies."""
    for node in list(gm.graph.nodes):
        name = node.target if isinstance(node.target, str) else getattr(node.target, "__name__", "")
        if node.op not in ("call_method", "call_function"):
            continue
        if name.endswith("_") and not name.endswith("__") or node.target in (operator.iadd, operator.imul, operator.setitem):
            with gm.graph.inserting_before(node):
                copy = gm.graph.call_method("clone", (node.args[0],))
            node.args = (copy, *node.args[1:])
    return _rebuilt(gm)


def wraps(change):
    """Calls the right graph, then `change(outputs, inputs)` on its results."""

    def backend(gm, example_inputs):
        def call(*inputs):
            return tuple(change(list(gm.forward(*inputs)), inputs))

        return call

    return backend


def _first(function):
    def change(outputs, inputs):
        outputs[0] = function(outputs[0])
        return outputs

    return wraps(change)


def one_element(relative):
    """One element in the whole output is off by this much of its size."""

    def change(t):
        t = t.clone()
        flat = t.detach().view(-1)
        at = flat.numel() // 3
        flat[at] = flat[at] * (1 + relative)
        return t

    return _first(change)


copies_output = _first(lambda t: t.clone())
other_strides = _first(lambda t: t.transpose(-1, -2).contiguous().transpose(-1, -2))
to_double = _first(lambda t: t.double())
detaches = _first(lambda t: t.detach())
requires_grad = _first(lambda t: t.detach().requires_grad_() if t.is_floating_point() else t)
nan_to_zero = _first(lambda t: torch.nan_to_num(t))
off_by_one_row = _first(lambda t: t.roll(1, 0))
noise_of_half = _first(lambda t: t.half().to(t.dtype))
noise_of_bfloat = _first(lambda t: t.bfloat16().to(t.dtype))
zero_where_small = _first(lambda t: torch.where(t.abs() < 1e-3, torch.zeros_like(t), t))
drops_last = _first(lambda t: torch.cat([t[:-1], t[-1:] * 0]))
saturates = _first(lambda t: t.clamp(-2, 2))


def alias_of_input(gm, example_inputs):
    """Returns its input's storage instead of new memory."""

    def call(*inputs):
        outputs = list(gm.forward(*inputs))
        source = next(i for i in inputs if isinstance(i, torch.Tensor) and i.shape == outputs[0].shape and not i.requires_grad)
        view = source.detach().view_as(source)
        saved = source.clone()
        outputs[0] = view.copy_(outputs[0]) if torch.equal(outputs[0], saved) else outputs[0]
        return tuple(outputs)

    return call


def swaps_outputs(gm, example_inputs):
    return lambda *inputs: tuple(reversed(gm.forward(*inputs)))


def shares_outputs(gm, example_inputs):
    """Two outputs that are equal come out as one."""

    def call(*inputs):
        outputs = list(gm.forward(*inputs))
        outputs[1] = outputs[0]
        return tuple(outputs)

    return call


def draws_more(gm, example_inputs):
    """Takes a number more from the generator than eager does."""

    def call(*inputs):
        outputs = gm.forward(*inputs)
        torch.rand(1)
        return outputs

    return call


def draws_with_own_seed(gm, example_inputs):
    """Draws from a stream of its own and leaves the program's where it was."""

    def call(*inputs):
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(1)
            return gm.forward(*inputs)

    return call


def reorders_random(gm, example_inputs):
    """Swaps the order in which the first two random operators run."""
    nodes = list(_calls(gm, "rand_like", "dropout", "bernoulli", "randn_like"))
    nodes[0].prepend(nodes[1])
    return _rebuilt(gm)


def reuses_mask(gm, example_inputs):
    """The second random call is thought to be a common subexpression of the first."""
    nodes = list(_calls(gm, "rand_like", "randn_like"))
    nodes[1].replace_all_uses_with(nodes[0])
    gm.graph.erase_node(nodes[1])
    return _rebuilt(gm)


def scales_gradient(factor):
    """Right forwards, wrong backwards."""

    class Scale(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x.view_as(x)

        @staticmethod
        def backward(ctx, g):
            return g * factor

    return _first(Scale.apply)


def stops_gradient_of_first_input(gm, example_inputs):
    def call(*inputs):
        done = False
        moved = []
        for each in inputs:
            if not done and isinstance(each, torch.Tensor) and each.requires_grad:
                done, each = True, each.detach()
            moved.append(each)
        return gm.forward(*moved)

    return call


def raises(kind):
    def backend(gm, example_inputs):
        def call(*inputs):
            gm.forward(*inputs)
            raise kind("from the wrong backend")

        return call

    return backend


def other_exception(gm, example_inputs):
    def call(*inputs):
        try:
            return gm.forward(*inputs)
        except IndexError as wrong:
            raise RuntimeError(str(wrong)) from None

    return call


def swallows_exception(gm, example_inputs):
    def call(*inputs):
        try:
            return gm.forward(*inputs)
        except (IndexError, RuntimeError):
            return (torch.zeros(2),)

    return call


def mutates_input(gm, example_inputs):
    """Uses an argument's memory as scratch."""

    def call(*inputs):
        outputs = gm.forward(*inputs)
        for each in inputs:
            if isinstance(each, torch.Tensor) and each.is_floating_point() and not each.requires_grad:
                each.add_(1e-3)
                break
        return outputs

    return call


def mutates_parameter(gm, example_inputs):
    def call(*inputs):
        outputs = gm.forward(*inputs)
        with torch.no_grad():
            for each in inputs:
                if isinstance(each, torch.nn.Parameter):
                    each.mul_(1 + 1e-6)
                    break
        return outputs

    return call


def wrong_gelu(x, approximate="none"):
    return F.gelu(x, approximate="tanh")

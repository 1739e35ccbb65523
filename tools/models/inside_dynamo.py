"""Asks Dynamo itself what it makes of an object: its variable builder is run on the object within a trace."""

import torch
import torch._dynamo
from torch._dynamo.comptime import comptime
from torch._dynamo.source import GlobalSource
from torch._dynamo.variables.builder import VariableBuilder


class Enough(Exception):
    """Ends the trace, so that nothing of it is compiled."""


def variables_of(values):
    """For each of VALUES the variable that stands for it in a trace, or the exception that building it raised."""
    found = []

    def look(context):
        tracer = context._ComptimeContext__tx
        for number, value in enumerate(values):
            try:
                found.append(VariableBuilder(tracer, GlobalSource(f"value_{number}"))(value))
            except Exception as error:
                found.append(error)
        raise Enough

    def region(x):
        comptime(look)
        return x + 1

    torch._dynamo.reset()
    try:
        torch.compile(region, backend="eager")(torch.ones(1))
    except Exception as error:
        if not isinstance(error, Enough) and "Enough" not in repr(error):
            raise
    torch._dynamo.reset()
    return found


def break_of_call(function):
    """The kind of graph break that FUNCTION() is in a region, empty when it is none or when the call fails for another reason."""

    def region(x):
        function()
        return x + 1

    torch._dynamo.reset()
    try:
        torch.compile(region, backend="eager", fullgraph=True)(torch.ones(1))
    except Exception as error:
        return getattr(error, "gb_type", None) or ""
    return ""

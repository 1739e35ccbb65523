"""tensor_members.tsv: tensor methods and attributes that Dynamo does not simply put into the graph."""

import torch
from torch._dynamo.variables.tensor import TensorVariable

import handlers
import trace_rules

COLUMNS = trace_rules.COLUMNS
VIEW_BREAK = "Unsupported function call (delayed)"


def view_in_place(name):
    """True for methods that change the metadata of their tensor: on a tensor from outside the region Dynamo breaks at the call."""
    packet = getattr(torch.ops.aten, name, None)
    return isinstance(packet, torch._ops.OpOverloadPacket) and torch.Tag.inplace_view in getattr(packet, packet.overloads()[0]).tags


def special():
    """name -> (rule, detail, breaks)"""
    found = {name: ("unsupported", "", identifier) for name, identifier in handlers.named_breaks(TensorVariable.call_method).items()}
    for member in dir(TensorVariable):
        if not member.startswith("method_"):
            continue
        name = member.removeprefix("method_attr_") if member.startswith("method_attr_") else member.removeprefix("method_")
        handler = getattr(TensorVariable, member)
        rule = "unsupported" if handlers.always_breaks(handler) else "special"
        if hasattr(torch.Tensor, name):
            found.setdefault(name, (rule, member, handlers.breaks(handler)))
    return found


def rows():
    listed = special()
    for name in dir(torch.Tensor):
        rule, detail, identifiers = listed.get(name, ("in_graph", "", ""))
        if view_in_place(name):
            both = {*filter(None, identifiers.split(",")), handlers.ids_by_type()[VIEW_BREAK]}
            yield name, rule, detail, ",".join(sorted(both)), "view_in_place"
        elif name in listed:
            yield name, rule, detail, identifiers

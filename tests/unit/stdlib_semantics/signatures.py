import functools
import inspect
from dataclasses import dataclass, field
from inspect import Parameter, Signature, signature


def f(a, b: int = 2, /, c=3, *args, d, e: str = "e", **kw) -> bool:
    """First line.

        Indented.
    """


sig = signature(f)
t([str(p) for p in sig.parameters.values()])
t([list(sig.parameters), sig.parameters["b"].default, sig.parameters["a"].default is Parameter.empty, sig.parameters["d"].kind is Parameter.KEYWORD_ONLY])
t([sig.parameters["b"].annotation, sig.return_annotation, sig.parameters["c"].annotation is inspect._empty, [p.kind.name for p in sig.parameters.values()]])
bound = sig.bind(1, 2, 3, 4, d=5, z=6)
t([dict(bound.arguments), bound.args, bound.kwargs])
bound = sig.bind(1, d=2)
bound.apply_defaults()
t(dict(bound.arguments))
t([raises(lambda: sig.bind(1)), raises(lambda: signature(lambda x: x).bind(1, 2)), raises(lambda: signature(lambda x: x).bind(y=2))])
t(dict(sig.bind_partial(1).arguments))


class Model:
    def __init__(self, config, device=None):
        pass

    def forward(self, input_ids, attention_mask=None, **kwargs):
        pass

    @classmethod
    def build(cls, n):
        pass

    @staticmethod
    def helper(z):
        pass

    @property
    def prop(self):
        pass


t([list(signature(Model).parameters), list(signature(Model.forward).parameters), list(signature(Model(1).forward).parameters)])
t([list(signature(Model.build).parameters), list(signature(Model.helper).parameters), "attention_mask" in signature(Model.forward).parameters])
t([list(signature(functools.partial(f, 1, d=2)).parameters), str(signature(functools.partial(lambda x, y, z=3: 0, 1)))])


def deco(fn):
    @functools.wraps(fn)
    def w(*args, **kwargs):
        return fn(*args, **kwargs)

    return w


@deco
def wrapped(x, y=1):
    pass


t([str(signature(wrapped)), str(signature(wrapped, follow_wrapped=False)), inspect.unwrap(wrapped).__name__])


@dataclass
class Data:
    a: int
    b: str = "x"
    c: list = field(default_factory=list)


t([list(signature(Data).parameters), signature(Data).parameters["b"].default, signature(Data.__init__).parameters["a"].kind.name])
t(inspect.getfullargspec(f))
t(inspect.getfullargspec(Model.forward).args)
t([inspect.isclass(Model), inspect.isfunction(f), inspect.isfunction(Model.forward), inspect.ismethod(Model(1).forward), inspect.ismodule(inspect)])
t([inspect.isbuiltin(len), inspect.isroutine(f), inspect.isgeneratorfunction(f), inspect.iscoroutinefunction(f), inspect.isclass(f)])
t([c.__name__ for c in inspect.getmro(Data)])
t([n for n, m in inspect.getmembers(Model, inspect.isfunction) if not n.startswith("__")])
t([n for n, m in inspect.getmembers(Model(1)) if not n.startswith("__")])
t([inspect.getdoc(f), inspect.cleandoc("  a\n    b\n    c")])
t([inspect.getmodule(signature).__name__, inspect.isabstract(Model)])
new = sig.replace(parameters=[p.replace(default=9) if p.name == "c" else p for p in sig.parameters.values()])
t(new.parameters["c"].default)
made = Signature([Parameter("q", Parameter.POSITIONAL_OR_KEYWORD, default=1)])
t([str(made), made.parameters["q"].name])


def gen():
    yield 1


async def co():
    pass


t([inspect.isgeneratorfunction(gen), inspect.isgenerator(gen()), inspect.iscoroutinefunction(co)])
t(inspect.getattr_static(Model, "prop").__class__.__name__)
t(inspect.getcallargs(lambda a, b=2: 0, 1))


class Callable:
    def __call__(self, p, q=1):
        pass


t(list(signature(Callable()).parameters))
f.__signature__ = made
t(str(signature(f)))
t([raises(lambda: signature(3))[0]])
t({k: v.default for k, v in signature(Model.__init__).parameters.items() if v.default is not Parameter.empty})

import dataclasses
from collections import OrderedDict
from dataclasses import KW_ONLY, InitVar, asdict, astuple, dataclass, field, fields, is_dataclass, make_dataclass, replace
from typing import Any, ClassVar, Optional


@dataclass
class Config:
    name: str
    depth: int = 2
    tags: list = field(default_factory=list)
    ratio: Optional[float] = None
    kind: ClassVar[str] = "k"
    hidden: int = field(default=7, repr=False, compare=False)


c = Config("a", tags=[1])
t([c, c.depth, c.hidden, Config.kind, Config("a").tags is Config("a").tags, c == Config("a", tags=[1]), c == Config("b"), c != 1])
t([f.name for f in fields(c)])
t([f.name for f in fields(Config)])
t([asdict(c), astuple(c), replace(c, depth=9), is_dataclass(c), is_dataclass(Config), is_dataclass(int)])
t([raises(lambda: Config()), raises(lambda: Config("a", nope=1)), raises(lambda: Config("a", 1, [], 2.0, 3, 4))])
t([Config.depth, Config.__match_args__, fields(Config)[1].default, fields(Config)[2].default is dataclasses.MISSING])
t(fields(Config)[1].type is int)
t([Config.__dataclass_params__.eq, Config.__dataclass_params__.frozen])


@dataclass(frozen=True, order=True)
class Frozen:
    x: int
    y: int = field(default=0, compare=False)


f = Frozen(1, 2)
t([raises(lambda: setattr(f, "x", 3)), {f: 1}[Frozen(1)], Frozen(1) < Frozen(2), sorted([Frozen(3), Frozen(1)])[0].x])
t(raises(lambda: hash(c)))


@dataclass
class Child(Config):
    extra: dict = field(default_factory=dict)
    depth: int = 5

    def __post_init__(self):
        self.computed = self.name * 2


ch = Child("q")
t([ch, ch.computed, [x.name for x in fields(ch)]])


@dataclass(kw_only=True)
class KwOnly:
    a: int
    b: int = 1


@dataclass
class Mixed:
    a: int
    _: KW_ONLY
    b: int = 2
    c: int


t([KwOnly(a=1), raises(lambda: KwOnly(1)), Mixed(1, c=3), raises(lambda: Mixed(1, 2, 3))])


@dataclass
class WithInit:
    base: int
    scale: InitVar[int] = 3
    total: int = field(init=False)

    def __post_init__(self, scale):
        self.total = self.base * scale


t([WithInit(2), WithInit(2, 5).total, [x.name for x in fields(WithInit)]])


@dataclass
class Nested:
    inner: Config
    many: list
    by_key: dict = None


n = Nested(Config("z"), [Config("y"), 3], {"k": Config("w")})
t(asdict(n))
t(n.inner is asdict(n)["inner"])
t(asdict(Config("m"), dict_factory=OrderedDict)["name"])


@dataclass
class Own:
    v: int

    def __repr__(self):
        return "Own!"

    def __eq__(self, other):
        return True


t([Own(1), Own(1) == Own(2)])


@dataclass(eq=False, repr=False)
class Bare:
    v: int = 0


t([Bare() == Bare(), Bare.__eq__ is object.__eq__, hash(Bare()) is not None])
Made = make_dataclass("Made", [("x", int), ("y", int, field(default=5)), "z"] if False else [("x", int), ("y", int, field(default=5))], namespace={"double": lambda self: self.x * 2})
t([Made(1), Made(4).double()])


@dataclass
class ModelOutput(OrderedDict):
    loss: Optional[int] = None
    logits: Optional[int] = None

    def __post_init__(self):
        for fld in fields(self):
            v = getattr(self, fld.name)
            if v is not None:
                self[fld.name] = v

    def __setattr__(self, name, value):
        if name in self.keys() and value is not None:
            super().__setitem__(name, value)
        super().__setattr__(name, value)

    def to_tuple(self):
        return tuple(self[k] for k in self.keys())


mo = ModelOutput(logits=3)
t([mo.to_tuple(), mo.loss, mo["logits"], list(mo.items()), len(mo)])
mo.logits = 4
t([mo["logits"], mo.logits])


@dataclass(slots=True)
class Slotted:
    a: int = 1


t([Slotted(3).a, Slotted()])


class Plain:
    def __init__(self):
        self.seen = True


@dataclass
class FromPlain(Plain):
    z: int = 1

    def __post_init__(self):
        super().__init__()


t([FromPlain(2).seen, FromPlain(2).z])


def wrap(cls):
    original = cls.__init__

    def __init__(self, *args, **kwargs):
        known = {fld.name for fld in fields(cls)}
        original(self, *args, **{k: v for k, v in kwargs.items() if k in known})
        self.rest = {k: v for k, v in kwargs.items() if k not in known}

    cls.__init__ = __init__
    return cls


class Base:
    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        wrap(dataclass(cls, repr=False, kw_only=True))


class Derived(Base):
    hidden_size: int = 64
    layers: int = 2


class Deeper(Derived):
    layers: int = 3
    act: str = "gelu"


t([Derived(hidden_size=8, foo=1).__dict__, Deeper(layers=5, bar=2).__dict__, Deeper.layers])
t(raises(lambda: dataclass(type("Bad", (), {"__annotations__": {"x": list}, "x": []}))))


@dataclass
class Unhashed:
    x: int = 0

    def __hash__(self):
        return 5


t(hash(Unhashed()))
t([repr(Config("a", 1)), str(Frozen(1))])
with_meta = field(metadata={"help": "text"}, default=1)
t([with_meta.metadata["help"], with_meta.default])

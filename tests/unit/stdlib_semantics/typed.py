import abc
import collections.abc
import numbers
import types
import typing
from abc import ABC, ABCMeta, abstractmethod
from typing import (TYPE_CHECKING, Annotated, Any, Callable, ClassVar, Dict, Final, Generic, Iterable, List, Literal, Mapping, NamedTuple, NewType,
                    NoReturn, Optional, ParamSpec, Protocol, Sequence, Set, Tuple, Type, TypedDict, TypeVar, Union, cast, get_args, get_origin,
                    get_type_hints, overload, runtime_checkable)

T = TypeVar("T")
K = TypeVar("K", bound=int)
P = ParamSpec("P")
t([TYPE_CHECKING, cast(int, "a"), T.__name__, K.__bound__, T])
t([List[int], Dict[str, int], Optional[int], Union[int, str], Tuple[int, ...], Callable[[int], str], Type[int], Any, Literal["a", 1]])
t([get_origin(List[int]) is list, get_args(Dict[str, int]), get_origin(Optional[int]) is Union, get_args(Optional[int]), get_origin(int), get_args(int)])
t([get_args(Callable[[int, str], bool]), get_origin(Literal[1]) is Literal, get_args(Literal[1, "b"]), get_args(Annotated[int, "m"])])
t([get_origin(list[int]) is list, get_args(list[int]), get_origin(int | None) is types.UnionType, get_args(int | str)])
t([Union[int, Union[str, int]], Union[int], Optional[Optional[int]], Union[None, int] == Optional[int], List[int] == List[int], List[int] is List[int]])
t([Optional["Later"] is not None, int | None, Optional[int] | str, List[T][int], Dict[K, T][int, str]])
t([isinstance([1], List), isinstance(1, (int, str)), isinstance({}, Mapping), isinstance("", Sequence), isinstance(1, int | str)])


class Box(Generic[T]):
    def __init__(self, v: T = None):
        self.v = v

    def get(self) -> T:
        return self.v


class IntBox(Box[int]):
    pass


t([Box[int](3).get(), IntBox(4).get(), IntBox.__mro__[1].__name__, isinstance(IntBox(), Box), Box[int].__origin__ is Box])


class Two(Generic[T, K], Box[T]):
    pass


t([Two(1).v, Two[int, int](2).v])


@runtime_checkable
class HasForward(Protocol):
    name: str

    def forward(self, x): ...


class Good:
    name = "g"

    def forward(self, x):
        return x


class Bad:
    pass


class Explicit(HasForward):
    name = "e"

    def forward(self, x):
        return x


t([isinstance(Good(), HasForward), isinstance(Bad(), HasForward), isinstance(Explicit(), HasForward)])


class Generator(Protocol[T]):
    def __call__(self, x: T) -> T: ...


class Point(NamedTuple):
    x: int
    y: int = 5

    def total(self):
        return self.x + self.y


t([Point(1), Point(1, 2).total(), Point(x=3)._asdict(), Point._fields, Point(1)[1], isinstance(Point(1), tuple)])
x, y = Point(8, 9)
t([x, y, Point(1) == (1, 5), Point.__annotations__.keys() == {"x", "y"}])
Fn = NamedTuple("Fn", [("a", int), ("b", str)])
t(Fn(1, "z"))


class Kw(TypedDict, total=False):
    size: int
    name: str


k = Kw(size=1)
t([k["size"], dict(k), isinstance(k, dict), Kw.__total__, list(Kw.__annotations__), Kw.__annotations__["size"]])
UserId = NewType("UserId", int)
t([UserId(5), UserId.__name__])


@overload
def f(a: int) -> int: ...
@overload
def f(a: str) -> str: ...
def f(a):
    return a


t(f(3))


class Settings:
    a: int = 1
    b: "str" = "x"
    c: ClassVar[int] = 3
    d: Final = 4
    e: Optional[List[int]] = None


class More(Settings):
    z: float = 1.0


t([get_type_hints(More)["z"], get_type_hints(Settings)["e"], sorted(get_type_hints(More))])


def annotated(p: int, q: Optional[str] = None, *rest: float, **kw: Any) -> Dict[str, int]:
    pass


t(get_type_hints(annotated))


class Shape(ABC):
    @abstractmethod
    def area(self): ...

    @property
    @abstractmethod
    def name(self): ...

    @classmethod
    def make(cls):
        return cls()

    def show(self):
        return f"{self.name}:{self.area()}"


class Square(Shape):
    def area(self):
        return 4

    @property
    def name(self):
        return "sq"


t([Square().show(), Square.make().area(), isinstance(Square(), Shape), issubclass(Square, Shape), type(Shape).__name__])


class Meta(ABCMeta):
    def __call__(cls, *args, **kw):
        obj = super().__call__(*args, **kw)
        obj.tagged = True
        return obj


class Base(metaclass=Meta):
    registry = {}

    def __init_subclass__(cls, key=None, **kw):
        super().__init_subclass__(**kw)
        Base.registry[key] = cls.__name__


class Impl(Base, key="impl"):
    pass


t([Impl().tagged, Base.registry])


@Shape.register
class Virtual:
    pass


t([isinstance(Virtual(), Shape), issubclass(Virtual, Shape)])


class Hooked(ABC):
    @classmethod
    def __subclasshook__(cls, C):
        return hasattr(C, "magic")


class WithMagic:
    magic = 1


t([isinstance(WithMagic(), Hooked), isinstance(1, Hooked)])
t([isinstance(1, numbers.Number), isinstance(1.5, numbers.Integral), isinstance(True, numbers.Integral), isinstance(1j, numbers.Complex), isinstance("", numbers.Number)])
ns = types.SimpleNamespace(a=1, b="x")
ns.c = 3
t([ns, ns.a, vars(ns), ns == types.SimpleNamespace(a=1, b="x", c=3)])
m = types.ModuleType("made")
m.value = 4
t([m.value, m.__name__, isinstance(m, types.ModuleType)])
t([isinstance(f, types.FunctionType), isinstance(Square().area, types.MethodType), isinstance(len, types.BuiltinFunctionType), type(None) is types.NoneType])
bound = types.MethodType(lambda self, v: (self, v), 5)
t([bound(6), bound.__self__])
Dyn = types.new_class("Dyn", (Settings,), {}, lambda d: d.update(q=1))
t([Dyn.q, Dyn.a, Dyn.__name__])
t([isinstance((i for i in []), types.GeneratorType), isinstance(list[int], types.GenericAlias), isinstance(int | str, types.UnionType)])
t(types.MappingProxyType({"a": 1})["a"])

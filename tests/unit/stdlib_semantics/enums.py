import enum
from enum import Enum, Flag, IntEnum, IntFlag, StrEnum, auto, unique


class Color(Enum):
    RED = 1
    GREEN = 2
    CRIMSON = 1

    def describe(self):
        return f"{self.name}={self.value}"

    @property
    def low(self):
        return self.name.lower()

    @classmethod
    def default(cls):
        return cls.GREEN

    @staticmethod
    def helper():
        return "h"


t([Color.RED, Color.RED.name, Color.RED.value, str(Color.RED), f"{Color.GREEN}", Color.RED.describe(), Color.GREEN.low])
t([list(Color), len(Color), Color["GREEN"], Color(2), Color.CRIMSON is Color.RED, Color.default(), Color.helper()])
t([Color.RED == Color.RED, Color.RED == 1, Color.RED is Color(1), Color.RED in Color, isinstance(Color.RED, Color), type(Color.RED).__name__])
t([list(Color.__members__), Color.__members__["RED"], [c.value for c in Color], {Color.RED: "r"}[Color.RED]])
t([raises(lambda: Color(9)), raises(lambda: Color["BLUE"])])
t([Color.RED != Color.GREEN, bool(Color.RED)])
t(raises(lambda: Color.NOPE))


class Explicit(str, Enum):
    @classmethod
    def _missing_(cls, value):
        raise ValueError(f"{value} is not a valid {cls.__name__}, please select one of {list(cls._value2member_map_.keys())}")


class Padding(Explicit):
    LONGEST = "longest"
    MAX = "max_length"


t([Padding.LONGEST == "longest", Padding("max_length"), Padding.MAX.value, {"longest": 1}[Padding.LONGEST], Padding.LONGEST in ("longest", "b")])
t([str(Padding.MAX), f"{Padding.MAX}", Padding.MAX.upper(), isinstance(Padding.MAX, str), Padding.MAX + "!", len(Padding.MAX), repr(Padding.MAX)])
t(raises(lambda: Padding("nope")))
t("-".join([Padding.LONGEST, "x"]))


class Num(IntEnum):
    ONE = 1
    TWO = auto()
    TEN = 10
    NEXT = auto()


t([Num.TWO, Num.NEXT.value, Num.ONE + 1, Num.TWO > Num.ONE, Num(10), [1, 2, 3][Num.ONE], str(Num.TWO), f"{Num.TWO}", int(Num.TEN), Num.ONE == 1])
t([max(Num), sorted(Num, reverse=True)[0], isinstance(Num.ONE, int), range(Num.TWO)])


class Word(StrEnum):
    HELLO = auto()
    WORLD = "w"


t([Word.HELLO, Word.HELLO.value, str(Word.WORLD), f"{Word.HELLO}", Word("w"), Word.HELLO == "hello"])


class Perm(Flag):
    R = auto()
    W = auto()
    X = auto()
    RW = R | W
    NONE = 0


t([Perm.R, Perm.W.value, Perm.X.value, Perm.RW, Perm.R | Perm.W, Perm.RW is (Perm.R | Perm.W), Perm.R in Perm.RW, Perm.X in Perm.RW])
t([bool(Perm.NONE), (Perm.R | Perm.X).name, Perm.RW & Perm.R, Perm.RW ^ Perm.R, ~Perm.RW, list(Perm.RW), list(Perm), Perm(5)])


class IF(IntFlag):
    A = 1
    B = 2


t([IF.A | IF.B, IF.A | 2, int(IF.A | IF.B), IF.A & 3, IF(3) == 3, IF.A.value])


class Planet(Enum):
    EARTH = (5.97, 6.37)
    MARS = (0.64, 3.39)

    def __init__(self, mass, radius):
        self.mass = mass
        self.radius = radius


t([Planet.EARTH.mass, Planet.MARS.radius, Planet.MARS.value, Planet((0.64, 3.39))])


class Tagged(Enum):
    A = ("a", 1)
    B = ("b", 2)

    def __new__(cls, tag, rank):
        obj = object.__new__(cls)
        obj._value_ = tag
        obj.rank = rank
        return obj


t([Tagged.A.value, Tagged.B.rank, Tagged("a"), Tagged.B])


class Text(str, Enum):
    A = "a", "first"
    B = "b", "second"

    def __new__(cls, value, doc):
        obj = str.__new__(cls, value)
        obj._value_ = value
        obj.doc = doc
        return obj


t([Text.A.doc, Text.B == "b", Text("a").doc])


class Lower(Enum):
    def _generate_next_value_(name, start, count, last_values):
        return name.lower()

    FIRST = auto()
    SECOND = auto()


t([Lower.FIRST.value, Lower.SECOND.value])


class Fallback(Enum):
    A = 1
    OTHER = -1

    @classmethod
    def _missing_(cls, value):
        return cls.OTHER


t(Fallback(77))
Made = Enum("Made", "ONE TWO")
t([list(Made), Made.TWO.value, Made.ONE.name])
Made2 = Enum("Made2", {"A": "x", "B": "y"}, type=str)
t([Made2.A == "x", Made2("y").name])
t([raises(lambda: unique(Color)), unique(Num) is Num])


class Holder(Enum):
    FN = enum.member(lambda x: x + 1)
    LST = [1, 2]

    def call(self, v):
        return self.value(v)


t([Holder.FN.call(2), Holder([1, 2]).name])


class Activation(Enum):
    _ignore_ = ["tmp"]
    tmp = 3
    RELU = "relu"


t([list(Activation), isinstance(Activation, enum.EnumMeta), enum.EnumType is enum.EnumMeta])
import copy
t([copy.deepcopy(Color.RED) is Color.RED, copy.copy(Padding.MAX) is Padding.MAX, copy.deepcopy([Color.RED])[0] is Color.RED])
match Color.GREEN:
    case Color.RED:
        t("red")
    case Color.GREEN:
        t("green")

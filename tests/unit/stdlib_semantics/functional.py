import functools
import itertools
import math
import operator
from functools import cached_property, lru_cache, partial, partialmethod, reduce, singledispatch, total_ordering, wraps

t(math.sqrt(2))
t([math.floor(2.7), math.ceil(2.1), math.trunc(-2.7), math.floor(-0.5), math.ceil(5)])
t([math.gcd(12, 18), math.lcm(4, 6), math.gcd(), math.comb(10, 3), math.perm(5, 2), math.factorial(6), math.isqrt(17)])
t([math.log(8, 2), math.log2(8), math.log10(100), math.log(math.e), math.exp(0)])
t([math.pi, math.inf, math.tau, math.isnan(math.nan), math.isinf(-math.inf), math.isfinite(1)])
t([math.prod([1, 2, 3, 4]), math.prod([], start=7), math.fsum([0.1] * 10), math.hypot(3, 4), math.dist((0, 0), (3, 4))])
t([math.copysign(1, -0.0), math.fmod(7, 3), math.modf(2.5), math.frexp(8.0), math.ldexp(0.5, 4), math.isclose(0.1 + 0.2, 0.3)])
t([math.degrees(math.pi), math.radians(180), math.atan2(1, 1), math.cos(0), math.erf(0), math.gamma(5)])
t(raises(lambda: math.sqrt(-1)))
t(raises(lambda: math.log(0)))
t(raises(lambda: math.exp(1000)))
t(raises(lambda: math.sqrt("x")))


class Floaty:
    def __float__(self):
        return 4.0

    def __ceil__(self):
        return "ceil"


t(math.sqrt(Floaty()))
t(math.ceil(Floaty()))

t([operator.add(1, 2), operator.mul("a", 3), operator.truediv(1, 4), operator.floordiv(7, 2), operator.mod(7, 3), operator.pow(2, 5)])
t([operator.lt(1, 2), operator.eq(1, 1), operator.is_(None, None), operator.not_([]), operator.truth([0]), operator.contains([1], 1)])
t([operator.neg(3), operator.inv(1), operator.and_(6, 3), operator.or_(6, 1), operator.xor(6, 3), operator.lshift(1, 4)])
t([operator.itemgetter(1)("abc"), operator.itemgetter(0, 2)("abc"), operator.itemgetter("k")({"k": 5})])
t([operator.attrgetter("real")(3), operator.attrgetter("real", "imag")(3), operator.methodcaller("split", ",")("a,b")])
t([operator.concat([1], [2]), operator.countOf([1, 2, 1], 1), operator.indexOf([1, 2], 2), operator.index(True)])
x = [1]
t(operator.iadd(x, [2]) is x)
t(sorted([("b", 2), ("a", 1)], key=operator.itemgetter(1)))
operator.setitem(x, 0, 9)
t(x)
t(raises(lambda: operator.itemgetter(5)([1])))

t(list(itertools.chain([1, 2], (3,), "ab")))
t(list(itertools.chain.from_iterable([[1], [2, 3]])))
t(list(itertools.islice(itertools.count(5, 2), 3)))
t(list(itertools.islice("abcdef", 1, 5, 2)))
t(list(itertools.islice(itertools.cycle("ab"), 5)))
t(list(itertools.repeat(7, 3)))
t(list(itertools.accumulate([1, 2, 3, 4])))
t(list(itertools.accumulate([1, 2, 3], operator.mul, initial=10)))
t(list(itertools.compress("abcd", [1, 0, 1, 0])))
t(list(itertools.dropwhile(lambda v: v < 3, [1, 2, 3, 1])))
t(list(itertools.takewhile(lambda v: v < 3, [1, 2, 3, 1])))
t(list(itertools.filterfalse(lambda v: v % 2, range(5))))
t([(k, list(g)) for k, g in itertools.groupby([1, 1, 2, 3, 3], key=lambda v: v // 2)])
t(list(itertools.starmap(pow, [(2, 3), (3, 2)])))
t(list(itertools.zip_longest([1, 2], "abc", fillvalue="-")))
t(list(itertools.pairwise("abcd")))
t(list(itertools.product("ab", [1, 2])))
t(list(itertools.product([0, 1], repeat=2)))
t(list(itertools.permutations([1, 2, 3], 2)))
t(list(itertools.combinations("abc", 2)))
t(list(itertools.combinations_with_replacement("ab", 2)))
a, b = itertools.tee([1, 2, 3])
t([next(a), list(b), list(a)])
t(dict(zip("ab", itertools.count())))

t(reduce(lambda p, q: p * q, [1, 2, 3, 4]))
t(reduce(operator.add, [], 5))
t(raises(lambda: reduce(operator.add, [])))

p = partial(int, base=2)
t([p("101"), p.keywords, p.args, p.func is int])
q = partial(partial(lambda *args, **kw: (args, kw), 1, k=1), 2, k=2)
t([q(3, z=4), q.args, sorted(q.keywords.items())])
t(raises(lambda: partial()))
p.extra = 1
t(p.extra)


class Cell:
    def __init__(self):
        self._alive = False

    def set_state(self, state, extra=None):
        self._alive = (state, extra)

    set_alive = partialmethod(set_state, True)

    @cached_property
    def costly(self):
        self.count = getattr(self, "count", 0) + 1
        return [self.count]


cell = Cell()
cell.set_alive(extra=5)
t(cell._alive)
t([cell.costly, cell.costly is cell.costly, cell.count, "costly" in cell.__dict__])


def decorator(fn):
    @wraps(fn)
    def wrapper(*args, **kwargs):
        return ("wrapped", fn(*args, **kwargs))

    return wrapper


@decorator
def documented(v: int = 3):
    "the doc"
    return v


documented.attr = 1
t([documented(), documented.__name__, documented.__doc__, documented.__wrapped__(4), documented.__module__ == __name__])
again = decorator(documented)
t(again.attr)

calls = []


@lru_cache(maxsize=None)
def fib(n):
    calls.append(n)
    return n if n < 2 else fib(n - 1) + fib(n - 2)


t([fib(20), len(calls), fib.__name__, fib.__wrapped__(1)])
fib.cache_clear()
t([fib(3), fib.cache_parameters()])


@functools.lru_cache
def plain(k, *, z=1):
    return [k, z]


t([plain(1) is plain(1), plain(1, z=2) is plain(1), plain([1].__len__())])


@functools.cache
def named():
    return object()


t(named() is named())


class WithCached:
    @lru_cache
    def method(self, k):
        return (k, type(self).__name__)


t(WithCached().method(3))


@singledispatch
def show(v):
    return "base"


@show.register
def _(v: int):
    return "int"


@show.register(list)
@show.register(tuple)
def _(v):
    return "seq"


class Sub(int):
    pass


t([show("x"), show(1), show([]), show(()), show(Sub(2)), show.dispatch(list)([])])


@total_ordering
class Version:
    def __init__(self, n):
        self.n = n

    def __eq__(self, other):
        return self.n == other.n

    def __lt__(self, other):
        return self.n < other.n


t([Version(1) <= Version(1), Version(2) > Version(1), Version(1) >= Version(2), max(Version(1), Version(3)).n])
t(sorted([3, 1, 2], key=functools.cmp_to_key(lambda p, q: q - p)))
t(functools.WRAPPER_ASSIGNMENTS)

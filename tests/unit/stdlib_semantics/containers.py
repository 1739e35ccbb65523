import collections
from collections import ChainMap, Counter, OrderedDict, UserDict, UserList, defaultdict, deque, namedtuple
from collections.abc import (Callable, Collection, Hashable, Iterable, Iterator, Mapping, MutableMapping, MutableSequence, MutableSet, Sequence,
                             Set, Sized)

d = defaultdict(list)
d["a"].append(1)
d["b"]
t([d, dict(d), "c" in d, d.get("c"), len(d), sorted(d), d.default_factory is list])
t(defaultdict(int, {"x": 1}, y=2))
n = defaultdict(lambda: defaultdict(int))
n["p"]["q"] += 1
t(n["p"]["q"])
t(raises(lambda: defaultdict(None)["k"]))
t([isinstance(d, dict), d.copy() == d, type(d.copy()).__name__])

o = OrderedDict([("a", 1), ("b", 2)], c=3)
o.move_to_end("a")
t([o, list(o), o.popitem(last=False), o.popitem(), o])
o["z"] = 5
o.move_to_end("z", last=False)
t(list(o.items()))
t([isinstance(o, dict), o == {"z": 5, "c": 3}, list(reversed(o)), OrderedDict.fromkeys("ab", 0)])
t({**o})


class Output(OrderedDict):
    def __init__(self, **kw):
        super().__init__(kw)
        for k, v in kw.items():
            setattr(self, k, v)

    def __getitem__(self, k):
        if isinstance(k, int):
            return tuple(self.values())[k]
        return super().__getitem__(k)


out = Output(loss=1, logits=2)
t([out[0], out["logits"], out.loss, list(out.keys()), len(out), "loss" in out])

c = Counter("abracadabra")
t([c["a"], c["z"], c.most_common(2), sum(c.values()), c.total()])
c.update("aaa")
c.subtract(["b"])
t(c)
t([sorted(c.elements())[:3], Counter(a=1) + Counter(a=2, b=1), Counter(a=3) - Counter(a=1, b=2), Counter(a=1, b=3) & Counter(b=2), Counter(a=1) | Counter(a=4)])
t([Counter([1, 1, 2]), Counter()])

q = deque([1, 2, 3], maxlen=3)
q.append(4)
q.appendleft(0)
t([q, q[0], q[-1], len(q), list(q), q.maxlen])
q.rotate(1)
t([q, q.popleft(), q.pop(), q])
q.extend([7, 8])
q.extendleft([9])
t([q, 7 in q, q.count(7), q.index(7), bool(deque()), deque([1]) == deque([1])])
q.clear()
t([q, raises(lambda: deque().pop()), raises(lambda: deque().popleft())])
t([x for x in deque("ab")])

P = namedtuple("P", "x y z", defaults=[5])
p = P(1, y=2)
t([p, p.x, p[2], p._fields, p._asdict(), p._replace(x=9), P._make([4, 5, 6]), P._field_defaults])
a, *rest = p
t([a, rest, len(p), p == (1, 2, 5), isinstance(p, tuple), p + (1,)])
t([raises(lambda: P(1)), raises(lambda: P(1, 2, 3, 4))])
t(namedtuple("Q", ["a", "b"])(1, 2))


class Point(namedtuple("Base", "x y")):
    __slots__ = ()

    def norm(self):
        return (self.x**2 + self.y**2) ** 0.5

    def __new__(cls, x, y=4):
        return super().__new__(cls, x, y)


t([Point(3).norm(), Point(3), Point(1, 2)._replace(y=7)])

m = ChainMap({"a": 1}, {"a": 2, "b": 3})
t([m["a"], m["b"], len(m), sorted(m), "b" in m, m.get("q", 7), m.maps, m.new_child({"a": 0})["a"]])
m["new"] = 1
t(m.maps[0])
t(raises(lambda: m["nope"]))


class Lazy(UserDict):
    def __missing__(self, key):
        return ("missing", key)


u = Lazy({"a": 1}, b=2)
u["c"] = 3
t([u["a"], u["zz"], len(u), list(u), dict(u), u.get("a"), u.pop("a"), "a" in u, u.data, u])
u.update(x=1)
t([sorted(u.items()), u | {"q": 1}, u.copy().data == u.data])
ul = UserList([3, 1, 2])
ul.append(0)
ul.sort()
t([ul, ul[0], ul[1:], len(ul), ul + [9], list(ul)])


class Registry(MutableMapping):
    _global = {"eager": 1, "sdpa": 2}

    def __init__(self):
        self._local = {}

    def __getitem__(self, key):
        if key in self._local:
            return self._local[key]
        return self._global[key]

    def __setitem__(self, key, value):
        self._local[key] = value

    def __delitem__(self, key):
        del self._local[key]

    def __iter__(self):
        return iter({**self._global, **self._local})

    def __len__(self):
        return len(self._global.keys() | self._local.keys())


r = Registry()
r["flash"] = 3
t([r["eager"], r.get("nope", "d"), "sdpa" in r, "no" in r, sorted(r.keys()), sorted(r.values()), sorted(r.items()), len(r)])
r.update({"a": 1}, b=2)
t([r.pop("a"), r.setdefault("b", 9), r.setdefault("c", 8), r.pop("zz", None), raises(lambda: r.pop("zz"))])
t([isinstance(r, Mapping), isinstance(r, dict), dict(r)["flash"], [k for k in r]])


class Seq(Sequence):
    def __getitem__(self, i):
        return [10, 20, 30][i]

    def __len__(self):
        return 3


s = Seq()
t([list(s), 20 in s, s.index(30), s.count(10), list(reversed(s)), isinstance(s, Iterable)])


class MySet(MutableSet):
    def __init__(self, it=()):
        self.d = list(dict.fromkeys(it))

    def __contains__(self, x):
        return x in self.d

    def __iter__(self):
        return iter(self.d)

    def __len__(self):
        return len(self.d)

    def add(self, x):
        if x not in self.d:
            self.d.append(x)

    def discard(self, x):
        if x in self.d:
            self.d.remove(x)


ms = MySet([1, 2, 3])
t([sorted(ms & {2, 3}), sorted(ms | {5}), sorted(ms - {1}), ms <= {1, 2, 3, 4}, ms == {1, 2, 3}])

t([isinstance([], Sequence), isinstance((), Sequence), isinstance("", Sequence), isinstance({}, Mapping), isinstance({}, MutableMapping)])
t([isinstance([], MutableSequence), isinstance((), MutableSequence), isinstance(set(), Set), isinstance(frozenset(), MutableSet)])
t([isinstance([], Iterable), isinstance(iter([]), Iterator), isinstance(1, Iterable), isinstance(len, Callable), isinstance(1, Callable)])
t([isinstance([], Hashable), isinstance(1, Hashable), isinstance({}, Sized), isinstance([], Collection), isinstance(lambda: 1, Callable)])
t([issubclass(dict, Mapping), issubclass(list, Mapping), issubclass(str, Sequence), isinstance((x for x in []), Iterator)])
t([isinstance(d, Mapping), isinstance(u, MutableMapping), isinstance({}.keys(), Iterable), isinstance(range(3), Sequence)])


class Duck:
    def __iter__(self):
        return iter([1])

    def __call__(self):
        return 1

    def __len__(self):
        return 1


t([isinstance(Duck(), Iterable), isinstance(Duck(), Callable), isinstance(Duck(), Sized), isinstance(Duck(), Sequence), issubclass(Duck, Iterable)])
Mapping.register(Duck)
t(isinstance(Duck(), Mapping))
t(collections.abc.Mapping is Mapping)
Late = namedtuple("Late", "a b")
Late.__new__.__defaults__ = (None,) * len(Late._fields)
t([Late(), Late(b=2)])

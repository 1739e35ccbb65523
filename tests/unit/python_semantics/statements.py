log = []
def tf(fail):
    try:
        log.append("try")
        if fail: raise ValueError("x")
        return "ret"
    except ValueError as e:
        log.append(str(e))
        return "handled"
    else:
        log.append("else")
    finally:
        log.append("finally")
t(tf(True))
t(tf(False))
t(log)
def fin():
    for i in range(3):
        try:
            if i == 1: continue
            if i == 2: break
            log.append(i)
        finally:
            log.append(("f", i))
    return "done"
log.clear()
t(fin())
t(log)
def override():
    try:
        return 1
    finally:
        return 2
t(override())
def nested():
    out = []
    try:
        try:
            raise KeyError("a")
        except KeyError:
            raise ValueError("b")
        finally:
            out.append("inner")
    except ValueError as e:
        out.append(str(e))
    return out
t(nested())
def reraise():
    try:
        try:
            raise KeyError("k")
        except KeyError:
            raise
    except LookupError as e:
        return repr(e)
t(reraise())
def multi(x):
    try:
        if x == 0: raise TypeError("t")
        if x == 1: raise KeyError("k")
        if x == 2: raise OSError("o")
        return "none"
    except (TypeError, KeyError) as e:
        return type(e).__name__
    except Exception:
        return "other"
t([multi(i) for i in range(4)])
try:
    x = 1
except ValueError:
    x = 2
else:
    x = 3
t(x)
try:
    raise ValueError("gone")
except ValueError as gone:
    pass
t(raises(lambda: gone))
class Ctx:
    def __init__(self, name, swallow=False): self.name, self.swallow = name, swallow
    def __enter__(self):
        log.append("enter " + self.name)
        return self
    def __exit__(self, kind, value, tb):
        log.append(("exit " + self.name, kind.__name__ if kind else None, str(value)))
        return self.swallow
log.clear()
with Ctx("a") as a, Ctx("b"):
    log.append(a.name)
t(log)
log.clear()
with Ctx("s", True):
    raise ValueError("in with")
t(log)
def with_return():
    with Ctx("r"):
        return "value"
log.clear()
t(with_return())
t(log)
def raising():
    with Ctx("x"):
        raise KeyError("k")
log.clear()
t(raises(raising))
t(log)
def closure():
    n = 0
    def inc(by=1):
        nonlocal n
        n += by
        return n
    return inc
c = closure()
t([c(), c(5), c()])
fs = [lambda: i for i in range(3)]
t([f() for f in fs])
fs = [lambda i=i: i for i in range(3)]
t([f() for f in fs])
g = 1
def setg():
    global g
    g += 1
    return g
t(setg())
t(g)
def default(a, l=[]):
    l.append(a)
    return l
default(1)
t(default(2))
def sig(a, /, b, *args, c=3, **kw): return (a, b, args, c, kw)
t(sig(1, 2))
t(sig(1, b=2, c=4, d=5))
t(sig(1, 2, 3, 4, c=5))
t(sig(*[1, 2], *[3], **{"c": 9}, **{"z": 1}))
t(raises(lambda: sig())[0])
t(raises(lambda: sig(a=1, b=2))[0])
t(raises(lambda: sig(1, 2, b=3)))
t(raises(lambda: (lambda a: a)(1, 2))[0])
t(raises(lambda: (lambda a: a)(b=2))[0])
def kwonly(*, a, b=2): return (a, b)
t(kwonly(a=1))
t(raises(lambda: kwonly(1))[0])
def deco(tag):
    def wrap(fn):
        def inner(*args, **kwargs): return (tag, fn(*args, **kwargs))
        inner.__name__ = fn.__name__
        inner.__wrapped__ = fn
        return inner
    return wrap
@deco("outer")
@deco("inner")
def decorated(x): return x
t(decorated(5))
t(decorated.__name__)
t(decorated.__wrapped__(1))
@deco("class")
class Decorated: pass
t(Decorated()[0])
def classify(v):
    match v:
        case 0 | 1: return "small"
        case int(n) if n > 100: return f"big {n}"
        case int(): return "int"
        case "a": return "letter"
        case str() as s: return "str " + s
        case []: return "empty"
        case [x]: return ("one", x)
        case [1, *rest]: return ("starts with 1", rest)
        case (a, b): return ("pair", a, b)
        case {"k": v, **others}: return ("k", v, others)
        case {"type": "x"}: return "typed"
        case Pt(x=0, y=yy): return ("on axis", yy)
        case Pt(x, y): return ("pt", x, y)
        case None: return "none"
        case _: return "default"
class Pt:
    __match_args__ = ("x", "y")
    def __init__(self, x, y): self.x, self.y = x, y
t([classify(v) for v in [0, 1, 500, 50, "a", "b", [], [9], [1, 2, 3], (4, 5), {"k": 1, "z": 2}, {"type": "x"}, Pt(0, 7), Pt(1, 2), None, 1.5]])
if (y := 5) > 3: t(y)
t([z for v in range(4) if (z := v * v) > 1])
t(z)
a = b = [1]
a.append(2)
t(b)
x, y = 1, 2
x, y = y, x + y
t((x, y))
(p, q), *r = (1, 2), 3, 4
t((p, q, r))
d = {}
d["a"], d["b"] = 1, 2
t(d)
l = [0, 1]
i = 0
i, l[i] = 1, 9
t(l)
t(1 if False else 2)
t([] or "fallback")
t(0 and 1)
t("a" and "b")
t(None or 0 or "z")
t(not ([] or 0))
t(1 < 2 == 2 > 0)
assert True, "fine"
def asserting(): assert 1 == 2, "msg"
t(raises(asserting))
del d["a"]
t(d)
del x
t(raises(lambda: x))
def unbound():
    print(u)
    u = 1
t(raises(unbound)[0])
def gen():
    try:
        yield 1
        yield 2
    finally:
        log.append("closed")
log.clear()
t(list(gen()))
t(log)
def ctx():
    log.append("setup")
    yield "value"
    log.append("teardown")
m = ctx()
t(next(m))
t(next(m, "end"))
t(log)
def fib():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b
f = fib()
t([next(f) for _ in range(10)])
def countdown(n):
    while n:
        yield n
        n -= 1
    return "liftoff"
def delegating():
    r = yield from countdown(2)
    yield r
t(list(delegating()))
def rec(n): return 1 if n <= 1 else n * rec(n - 1)
t(rec(10))
class Outer:
    attr = [i for i in range(3)]
    class Inner:
        v = 7
    def get(self): return self.Inner.v
t(Outer.attr)
t(Outer().get())
t(Outer.Inner.__qualname__)
class Base:
    def __init__(self, **kw): self.kw = kw
class Left(Base):
    def __init__(self, left=1, **kw):
        super().__init__(**kw)
        self.left = left
class Right(Base):
    def __init__(self, right=2, **kw):
        super().__init__(**kw)
        self.right = right
class Both(Left, Right):
    def __init__(self, **kw):
        super().__init__(**kw)
bo = Both(left=10, right=20, other=30)
t((bo.left, bo.right, bo.kw))
t([k.__name__ for k in Both.__mro__])
t(raises(lambda: type("Bad", (Base, Both), {}))[0])
class Counter:
    count = 0
    def __init__(self): Counter.count += 1
Counter()
Counter()
t(Counter.count)
class Lazy:
    @property
    def value(self):
        log.append("computed")
        return 42
log.clear()
lz = Lazy()
t(lz.value + lz.value)
t(log)
t(raises(lambda: setattr(lz, "value", 1))[0])
n = 0
while True:
    n += 1
    if n % 2: continue
    if n > 6: break
t(n)
total = 0
for i in range(3):
    for j in range(3):
        if j == 2: break
        total += i * j
    else:
        total = -1
t(total)
t([(i, j) for i in range(3) if i for j in range(3) if j > i])
t({k: [v for v in range(k)] for k in range(3)})
t((lambda *args, sep="-": sep.join(map(str, args)))(1, 2, sep="+"))
t(sum(map(lambda p: p[0] * p[1], zip([1, 2], [3, 4]))))
class Env(dict):
    __getattr__ = dict.__getitem__
    __setattr__ = dict.__setitem__
    def __delattr__(self, name): dict.__delitem__(self, name)
e = Env(a=1)
e.b = 2
t((e.a, e.b, e["b"], len(e)))
del e.a
t(list(e))
def annotated(a: int = 1, *, b: "list[int]" = None) -> None: ...
t(annotated())
x: int = 5
t(x)
t(__name__)
class WithCall:
    def __call__(self, x): return x + 1
t(list(map(WithCall(), [1, 2])))
t((lambda: (yield))().__class__.__name__)
async def co(): return 1
k = co()
t(type(k).__name__)
k.close()
t(f"{(lambda v: v * 2)(4)}")
t("".join(sorted({c for c in "hello"})))
t([*map(str, range(2)), *[x for x in (1,)]])
t(dict(**{"a": 1}, b=2))
t([[r * c for c in range(3)] for r in range(2)])
t(max((len(w), w) for w in ["aa", "b", "cc"]))
try:
    try:
        1 / 0
    finally:
        log.append("fin")
except ZeroDivisionError as z:
    t(str(z))
for i in range(2):
    try:
        if i: raise ValueError(i)
    except ValueError as err:
        t(err.args)
    else:
        t("no error")
def early():
    for i in range(3):
        with Ctx(str(i)):
            if i == 1: return i
log.clear()
t(early())
t(log)

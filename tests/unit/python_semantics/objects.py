class V:
    def __init__(self, x): self.x = x
    def __add__(self, o): return V(self.x + (o.x if isinstance(o, V) else o))
    def __radd__(self, o): return V(o + self.x)
    def __mul__(self, o): return NotImplemented
    def __rmul__(self, o): return ("rmul", o)
    def __iadd__(self, o):
        self.x += o
        return self
    def __eq__(self, o): return isinstance(o, V) and self.x == o.x
    def __hash__(self): return hash(self.x)
    def __lt__(self, o): return self.x < o.x
    def __repr__(self): return f"V({self.x})"
    def __neg__(self): return V(-self.x)
    def __bool__(self): return self.x != 0
    def __len__(self): return 7
    def __getitem__(self, i): return ("item", i)
    def __contains__(self, i): return i == self.x
    def __call__(self, *a, **k): return (a, k)
    def __abs__(self): return abs(self.x)
    def __int__(self): return 41
    def __float__(self): return 1.25
    def __index__(self): return 2
    def __format__(self, spec): return f"<{spec}>"
    def __invert__(self): return "inv"
    def __matmul__(self, o): return "matmul"
    def __floordiv__(self, o): return "fd"
    def __rfloordiv__(self, o): return "rfd"
    def __divmod__(self, o): return "dm"
    def __round__(self, n=None): return ("round", n)
    def __enter__(self): return "in"
    def __exit__(self, *a): return True
v = V(3)
t(v + V(4))
t(v + 1)
t(1 + v)
t(sum([V(1), V(2)]))
t(2 * v)
t(raises(lambda: v * 2)[0])
t(v == V(3))
t(v != V(3))
t(v == 3)
t(V(1) < V(2))
t(V(2) > V(1))
t(sorted([V(3), V(1)]))
t(-v)
t(bool(V(0)))
t(not V(1))
t(len(v))
t(v[1])
t(v[1:2])
t(v["a", 2])
t(3 in v)
t(4 not in v)
t(v(1, a=2))
t(abs(V(-5)))
t(int(v))
t(float(v))
t([0, 1, 2, 3][v])
t(f"{v:abc}")
t(f"{v}")
t(f"{v!r}")
t(str(v))
t(~v)
t(v @ 1)
t(v // 1)
t(1 // v)
t(divmod(v, 2))
t(round(v))
t(round(v, 2))
t({V(1): "a"}[V(1)])
t(V(1) in {V(1)})
t(V(1) in [V(2), V(1)])
t([V(2), V(1)].index(V(1)))
t(range(v))
t(hex(v))
t("%s" % v)
t("%d" % v)
t("%.1f" % v)
t(max([V(1), V(5), V(2)]))
t("abc"[v])
v += 10
t(v)
w = v
w += 1
t(v)
with v as inside: t(inside)
with v: raise ValueError("swallowed")
class A:
    y = 5
    def __init__(self): self.z = 1
    def m(self): return "A.m"
    @classmethod
    def c(cls): return cls.__name__
    @staticmethod
    def s(x): return x * 2
    @property
    def p(self): return self._p
    @p.setter
    def p(self, v): self._p = v + 1
    @p.deleter
    def p(self): self._p = "deleted"
    def __getattr__(self, name):
        if name.startswith("dyn_"): return name[4:]
        raise AttributeError(name)
class B(A):
    def m(self): return "B." + super().m()
b = B()
t(b.m())
t(B.c())
t(b.c())
t(B.s(4))
b.p = 5
t(b.p)
del b.p
t(b.p)
t(b.dyn_x)
t(hasattr(b, "nope"))
t(getattr(b, "nope", 7))
t(b.y)
B.y = 6
t(b.y)
t(A.y)
t(b.__class__.__name__)
t(type(b).__name__)
t(isinstance(b, A))
t(issubclass(B, A))
t(B.__mro__[1].__name__)
t([c.__name__ for c in B.__mro__])
t(B.__bases__[0] is A)
t(B.__name__)
t(b.__dict__)
t(vars(b))
t(callable(b))
t(callable(b.m))
t(b.m.__name__)
t(b.m.__self__ is b)
t(B.m.__qualname__)
t(A.m(b))
setattr(b, "q", 9)
t(b.q)
delattr(b, "q")
t(hasattr(b, "q"))
t(B.__module__)
t(raises(lambda: b.nope))
t(raises(lambda: A.nope))
t("m" in dir(b))
t("y" in A.__dict__)
t(B.__doc__)
t(b.__module__)
t(super(B, b).m())
t(isinstance(b, (int, A)))
t(type(b) is B)
t(type(b) == A)
t(b == b)
t(b != B())

class NoEq:
    pass
n = NoEq()
t(n == n)
t(n == NoEq())
t({n: 1}[n])
t(n in [n])
t(n in [NoEq()])
t(bool(n))
t(raises(lambda: n < n))
t(raises(lambda: n + 1))
t(raises(lambda: n()))
t(raises(lambda: n[0]))
t(raises(lambda: len(n)))
t(raises(lambda: iter(n)))
t(raises(lambda: -n))
class EqOnly:
    def __eq__(self, o): return True
t(EqOnly() == 5)
t(5 == EqOnly())
t(EqOnly() != 5)
t(raises(lambda: hash(EqOnly())))
class P:
    def __add__(self, o): return "P"
    def __lt__(self, o): return "lt"
    def __gt__(self, o): return "gt"
class Q(P):
    def __radd__(self, o): return "Q"
t(P() + Q())
t(P() + P())
t(P() < 1)
t(1 < P())
t(1 > P())
class Meta(type):
    def __call__(cls, *a): return ("made", cls.__name__, a)
    def __getitem__(cls, k): return ("meta", k)
    def __len__(cls): return 3
    def __iter__(cls): return iter("xyz")
    def __contains__(cls, x): return x == "in"
    def __instancecheck__(cls, o): return o == "yes"
    @property
    def prop(cls): return cls.__name__.lower()
class M(metaclass=Meta):
    pass
t(M(1))
t(M[2])
t(len(M))
t(list(M))
t("in" in M)
t(isinstance("yes", M))
t(isinstance("no", M))
t(M.prop)
t(type(M).__name__)
class G:
    def __class_getitem__(cls, k): return (cls.__name__, k)
t(G[int] == ("G", int))
t(list[int])
t(dict[str, int])
t(int | None)
t(int | str | float)
t(list[int](("a",)))
t(list[int].__origin__)
t(list[int].__args__)
t((int | str) == (str | int) if False else True)
t(list[int] == list[int])
t(tuple[int, ...])
t(isinstance(1, int | None))
t(isinstance(None, int | None))
t(type[int])
class Desc:
    def __set_name__(self, owner, name): self.name = "_" + name
    def __get__(self, obj, owner): return self if obj is None else getattr(obj, self.name, "unset")
    def __set__(self, obj, v): setattr(obj, self.name, v * 2)
class H:
    d = Desc()
h = H()
t(h.d)
h.d = 4
t(h.d)
t(h.__dict__)
t(H.d.name)
class Slots:
    def __setattr__(self, k, v): object.__setattr__(self, k, v + 1)
    def __getattribute__(self, k): return object.__getattribute__(self, k) if k.startswith("__") else ("got", object.__getattribute__(self, k))
sl = Slots()
sl.a = 1
t(sl.a)
t(sl.__dict__)
class classproperty(property):
    def __get__(self, obj, owner): return self.fget(owner)
class CP:
    @classproperty
    def name(cls): return cls.__name__
t(CP.name)
t(CP().name)
def f(a, b=2, *args, c, d=4, **kw):
    "doc"
    return a
t(f.__name__)
t(f.__defaults__)
t(f.__kwdefaults__)
t(f.__code__.co_argcount)
t(f.__code__.co_varnames)
t(f.__doc__)
t(f.__module__)
t(f.__code__.co_kwonlyargcount)
t(f.__code__.co_name)
f.attr = 3
t(f.attr)
t(f.__dict__)
t(hasattr(f, "zzz"))
t(f.__closure__)
t(f.__code__.co_flags & 4 != 0)
t(f.__call__(1, c=2))
t(f.__qualname__)
def outer(x):
    def inner(): return x
    return inner
t(outer(5).__closure__[0].cell_contents)
t(outer(5)())
t(outer(1).__qualname__)
t(outer(1).__code__.co_freevars)
def ann(a: int, b: "str" = "x") -> float: pass
t(ann.__annotations__)
t(len.__name__)
t([].append.__name__)
t(str.upper.__name__)
t(type("Dyn", (A,), {"k": 1}).k)
t(type("Dyn", (A,), {"k": 1}).__name__)
t(type("Dyn", (A,), {})().m())
class Sub:
    registry = []
    def __init_subclass__(cls, tag=None, **kw):
        super().__init_subclass__(**kw)
        Sub.registry.append((cls.__name__, tag))
class S1(Sub, tag="one"): pass
class S2(S1): pass
t(Sub.registry)
class New:
    inst = None
    def __new__(cls, *a):
        if cls.inst is None: cls.inst = super().__new__(cls)
        return cls.inst
    def __init__(self, v=0): self.v = v
t(New(1) is New(2))
t(New.inst.v)
t(None is None)
t(1 is 1)
t(n is n)
t(n is not NoEq())
t([] is [])
t(A is A)
t(None is not None)
t(... is Ellipsis)
t(NotImplemented)
t(...)
t(type(None))
t(type(...))
t(type(A))
t(type(type))
t(type(lambda: 0).__name__)
t(type(len).__name__)
t(type([].append).__name__ if False else "x")
t(type(b.m).__name__)
t(type(x for x in []).__name__)
t(object)
t(int)
t(Exception)
t(ValueError.__mro__)
t(type({}.keys()).__name__)
t(A)
t(B.m.__name__)
import_error = None
try:
    raise KeyError("k")
except LookupError as e:
    t(e.args); t(str(e)); t(repr(e)); t(type(e).__name__)
try:
    raise ValueError
except Exception as e:
    t(e.args); t(str(e)); t(repr(e))
class MyErr(Exception):
    def __init__(self, a, b):
        super().__init__(a + b)
        self.a = a
try:
    raise MyErr(1, 2) from ValueError("cause")
except MyErr as e:
    t(e.args); t(e.a); t(str(e)); t(repr(e.__cause__)); t(isinstance(e, Exception))
class E2(Exception):
    pass
t(str(E2("a", 1)))
t(repr(E2("a")))
t(str(E2()))
t(E2("x").args)
t(repr(E2("a", 2)))
t(str(OSError(2, "nope")))
t(OSError(2, "nope").errno)
t(issubclass(FileNotFoundError, OSError))
t(IOError is OSError)
t(StopIteration(5).value)
t(issubclass(ModuleNotFoundError, ImportError))
t(issubclass(KeyError, LookupError))
t(issubclass(UnicodeDecodeError, ValueError))
t(issubclass(DeprecationWarning, Warning))
t(str(KeyError("a")))
t(isinstance(ZeroDivisionError(), ArithmeticError))
t(issubclass(KeyboardInterrupt, Exception))
t(issubclass(NotImplementedError, RuntimeError))
t(issubclass(RecursionError, RuntimeError))
t(raises(lambda: isinstance(1, 5)))
t(raises(lambda: issubclass(1, int)))
t(raises(lambda: undefined_name))
t(raises(lambda: getattr(1, "x")))
t(raises(lambda: f())[0])
t(raises(lambda: int(1, 2, 3))[0])
t(raises(lambda: object() + 1))
t(raises(lambda: [].foo))
t(raises(lambda: getattr(1, 2))[0])
t(raises(lambda: setattr(1, "x", 2))[0])
t(raises(lambda: {}.foo()))
t(raises(lambda: None.x))
t(raises(lambda: None()))
t(list(globals())[:2] == list(globals())[:2])
t("V" in globals())
t((lambda a: locals())(1))
t(b"ab" + b"c")
t(b"abc"[0])
t(b"abc"[1:])
t(list(b"ab"))
t(b"a,b".split(b","))
t(bytes([1, 2]))
t(bytes(3))
t(b"abc".hex())
t(bytes.fromhex("0aff"))
t(b"a" in b"abc")
t(len(b"abc"))
t(bytearray(b"ab"))
t(b"x" * 3)
t(b"abc" == b"abc")
t(b"it's")
t(b"abc".startswith(b"a"))
t(b" a ".strip())
t(b",".join([b"a", b"b"]))
t(b"abc".replace(b"b", b"x"))
t(b"abc".find(b"c"))
t(b"AbC".lower())
t(bytes("ä", "utf-8"))
t(b"abc" < b"abd")
class Dependent(property):
    def __init__(self, fn=None, *, discrete=False):
        super().__init__(fn)
        self.discrete = discrete
    def __call__(self, fn):
        return Dependent(fn, discrete=self.discrete)
class UsesDependent:
    @Dependent(discrete=True)
    def support(self):
        return ("support", self.__class__.__name__)
    @Dependent
    def plain(self):
        return 1
t(UsesDependent().support)
t(UsesDependent.support.discrete)
t(UsesDependent().plain)
class Tagged(property):
    pass
class UsesTagged:
    @Tagged
    def x(self): return self._x
    @x.setter
    def x(self, v): self._x = v * 2
ut = UsesTagged()
ut.x = 4
t(ut.x)
t(type(UsesTagged.x).__name__)
t(raises(lambda: setattr(UsesDependent(), "plain", 2))[0])
class Base1: pass
class Sub1(Base1): pass
class Sub2(Base1): pass
class SubSub(Sub1): pass
t([c.__name__ for c in Base1.__subclasses__()])
t(sorted({"a": 1}.keys() | {"x": "y"}.values()))
t(sorted({"a": 1}.keys() | ["b"]))

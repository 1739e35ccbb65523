t(list(enumerate("ab")))
t(list(enumerate("ab", 5)))
t(list(enumerate(["x"], start=1)))
t(list(zip([1, 2], "ab")))
t(list(zip([1, 2, 3], [4])))
t(list(zip()))
t(list(map(lambda x: x * 2, [1, 2])))
t(list(map(lambda a, b: a + b, [1, 2], [3, 4])))
t(list(filter(None, [0, 1, "", "a"])))
t(list(filter(lambda x: x > 1, [1, 2, 3])))
t(list(reversed([1, 2, 3])))
t(all([]))
t(any([]))
t(all([1, 0]))
t(any([0, 1]))
t(all(x > 0 for x in [1, 2]))
t(any(x > 5 for x in [1, 2]))
it = iter([1, 2])
t(next(it))
t(next(it))
t(next(it, "done"))
t(raises(lambda: next(it)))
t(raises(lambda: list(zip([1], [1, 2], strict=True))))
t(raises(lambda: list(zip([1, 2], [1], strict=True))))
t(raises(lambda: iter(5)))
t(raises(lambda: next([1])))
def gen(n):
    for i in range(n):
        yield i
    return "end"
g = gen(3)
t(next(g))
t(list(g))
t(list(g))
t(sum(gen(4)))
t([x for x in gen(3)])
t(tuple(gen(2)))
t(dict((i, i) for i in gen(2)))
t(sorted(gen(3), reverse=True))
t(max(gen(3)))
t(list(zip(gen(2), gen(3))))
t("a" in (c for c in "abc"))
t(set(gen(2)))
t(list(map(str, gen(2))))
def echo():
    got = yield 1
    while got is not None:
        got = yield got * 2
g = echo()
t(next(g))
t(g.send(5))
t(g.send(7))
t(raises(lambda: g.send(None)))
t(raises(lambda: next(g)))
def outer():
    r = yield from gen(2)
    yield r
    yield from "xy"
t(list(outer()))
g = gen(3)
next(g)
g.close()
t(list(g))
class Count:
    def __init__(self, n): self.n = n
    def __iter__(self): return CountIter(self.n)
    def __len__(self): return self.n
class CountIter:
    def __init__(self, n): self.i, self.n = 0, n
    def __iter__(self): return self
    def __next__(self):
        if self.i >= self.n: raise StopIteration
        self.i += 1
        return self.i
c = Count(3)
t(list(c))
t(sum(c))
t(2 in c)
t(9 in c)
t(bool(Count(0)))
t(len(c))
t([*c])
a, b, d = c
t((a, b, d))
t(max(c))
t(list(zip(c, c)))
t(next(iter(c)))
class Seq:
    def __getitem__(self, i):
        if i >= 3: raise IndexError(i)
        return i * 10
    def __len__(self): return 3
t(list(Seq()))
t(10 in Seq())
t(list(reversed(Seq())))
t([x for x in Seq()])
t(Seq()[1])
class Gen:
    def __iter__(self):
        yield 1
        yield 2
t(list(Gen()))
t(dict(zip(Gen(), Gen())))
t(list(iter(lambda it=iter([1, 2, 0, 3]): next(it), 0)))
x = [1, 2, 3]
seen = []
for v in x:
    seen.append(v)
    if v == 1: x.append(4)
t(seen)
r = []
for i in range(5):
    if i == 1: continue
    if i == 3: break
    r.append(i)
else:
    r.append("else")
t(r)
for i in []: pass
else: r.append("empty")
t(r)
n = 0
while n < 3: n += 1
else: n = 100
t(n)
for k, v in {"a": 1}.items(): t((k, v))
for i, (a, b) in enumerate([(1, 2), (3, 4)]): t((i, a, b))
t([i for i in range(3)][-1])
t(list(range(3)) == [0, 1, 2])
t((lambda *a, **k: (a, k))(*gen(2), **{"x": 1}))
t(list("abc".split("b") + ["z"]))
t(len(list(zip(range(3), "abcd"))))
t(min(gen(3), key=lambda v: -v))
t(sum(x for x in range(4) if x % 2))
t(sum(len(w) for w in ["a", "bb"]))
t(list(sorted(set([3, 1, 3]))))
t([list(g) for g in [gen(1), gen(2)]])
t(next((x for x in [1, 2, 3] if x > 1), None))
t(next((x for x in [] if x), "none"))
t(list(map(int, "123")))
t(list(map(max, [[1, 2], [3, 0]])))
t(" ".join(map(str, [1, 2])))
t(list(iter(lambda it=iter([1, 2]): next(it), 0)))
def handler():
    received = []
    while True:
        try:
            received.append((yield len(received)))
        except ValueError as e:
            received.append(str(e))
h = handler()
t(next(h))
t(h.send("a"))
t(h.throw(ValueError("thrown")))
t(h.send("b"))
t(raises(lambda: h.throw(KeyError("k"))))
t(list(h))
done = []
def closing():
    try:
        yield 1
    finally:
        done.append("closed")
cl = closing()
t(next(cl))
cl.close()
t(done)
t(raises(lambda: next(cl)))

import argparse
import importlib
import importlib.util
import logging
import random
import sys
import warnings
import weakref
from contextvars import ContextVar

logger = logging.getLogger("pkg.mod")
t([logger.name, logging.getLogger("pkg.mod") is logger, logging.getLogger().name, logging.INFO, logging.getLevelName(30)])
t([logger.level, logger.getEffectiveLevel(), logger.isEnabledFor(logging.INFO), logger.isEnabledFor(logging.ERROR), logger.hasHandlers()])
parent = logging.getLogger("pkg")
parent.setLevel("DEBUG")
handler = logging.StreamHandler()
handler.setFormatter(logging.Formatter("%(message)s"))
parent.addHandler(handler)
t([logger.getEffectiveLevel(), logger.isEnabledFor(10), len(parent.handlers), parent.handlers[0] is handler, logger.parent is parent, logger.propagate])
t([parent.getChild("x").name, logger.disabled, isinstance(logger, logging.Logger), isinstance(handler, logging.Handler)])


def warning_once(self, *args, **kwargs):
    return ("once", args)


logging.Logger.warning_once = warning_once
t(logger.warning_once("m"))


class Adapter(logging.LoggerAdapter):
    def log(self, level, msg, *args, **kwargs):
        return ("adapted", msg)


ad = Adapter(logger, {})
t([ad.log(10, "x"), ad.isEnabledFor(10), ad.logger is logger])


class Filter(logging.Filter):
    def filter(self, record):
        return True


logger.addFilter(Filter())
t([logger.info("x"), logger.debug("y %s", 1), logging.basicConfig(level=logging.INFO)])
warnings.warn("careful")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    warnings.warn("quiet", UserWarning, stacklevel=2)
warnings.filterwarnings("ignore", category=DeprecationWarning)

parser = argparse.ArgumentParser(description="d")
parser.add_argument("--lr", type=float, default=0.1)
parser.add_argument("--epochs", type=int, default=3, help="n")
parser.add_argument("--name", "-n", default=None)
parser.add_argument("--flag", action="store_true")
parser.add_argument("--no-cache", dest="cache", action="store_false")
parser.add_argument("--sizes", nargs="+", type=int, default=[1, 2])
parser.add_argument("--mode", choices=["a", "b"], default="a")
group = parser.add_argument_group("g")
group.add_argument("--depth", type=int, default=4)
args = parser.parse_args([])
t(args)
t([args.lr, args.flag, args.cache, vars(args)["depth"], "name" in args])
args = parser.parse_args(["--lr", "0.5", "--flag", "-n", "x", "--sizes", "3", "4", "--mode=b"])
t([args.lr, args.flag, args.name, args.sizes, args.mode])
known, rest = parser.parse_known_args(["--epochs", "9", "--other", "z"])
t([known.epochs, rest])
parser.set_defaults(lr=7)
t([parser.get_default("lr"), parser.parse_args([]).lr])
sub = argparse.ArgumentParser()
subs = sub.add_subparsers(dest="command")
train = subs.add_parser("train")
train.add_argument("--steps", type=int, default=5)
t(sub.parse_args(["train", "--steps", "6"]))
t(argparse.Namespace(a=1).a)

t([importlib.import_module("math").sqrt(4), importlib.import_module("collections.abc").__name__, importlib.util.find_spec("surely_not_there_xyz"), importlib.util.find_spec("json") is not None])
t([raises(lambda: importlib.import_module("surely_not_there_xyz")), "math" in sys.modules, sys.modules["sys"] is sys])
t([sys.version_info[:2], sys.version_info >= (3, 9), sys.version_info.major, sys.platform, sys.maxsize, sys.byteorder, sys.float_info.epsilon])
t([raises(lambda: sys.exit(3))[0] if False else "SystemExit", sys.getrecursionlimit(), sys.intern("a")])


def exits():
    try:
        sys.exit(3)
    except SystemExit as e:
        return e.code


t(exits())


class Obj:
    pass


o = Obj()
ref = weakref.ref(o)
t([ref() is o, weakref.proxy(o) is not None, ref == weakref.ref(o)])
wk = weakref.WeakKeyDictionary()
wk[o] = 1
wv = weakref.WeakValueDictionary()
wv["k"] = o
ws = weakref.WeakSet()
ws.add(o)
t([wk[o], wv["k"] is o, o in wk, o in ws, len(ws)])
var = ContextVar("var", default=5)
token = var.set(6)
t([var.get(), var.name])
var.reset(token)
t(var.get())
import bisect
import heapq
h = []
for x in [5, 1, 4]:
    heapq.heappush(h, x)
t([heapq.heappop(h), heapq.nlargest(2, [1, 5, 3]), heapq.nsmallest(1, [3, 2]), bisect.bisect([1, 2, 3], 2), bisect.bisect_left([1, 2, 3], 2), bisect.bisect_right([1, 3], 2)])
random.seed(0)
t([isinstance(random.random(), float), isinstance(random.randint(1, 2), int), len(random.sample([1, 2, 3], 2))])

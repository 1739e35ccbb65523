"""Renames the identifiers of a program consistently, without changing its meaning.

Works on syntax trees; the caller unparses the trees before and after, so that the lines of both texts correspond. A name is renamed
only if it is the program's own: locals, parameters that nobody passes by keyword, functions, classes, methods and attributes that
the program defines, and its modules. Names that could reach the program as text (getattr, keys, **kwargs) are left alone.
"""
import ast
import builtins
import pathlib
import re
import types

REGISTERING = {"register_buffer", "register_parameter", "add_module", "register_module"}
BY_TEXT = {"getattr", "setattr", "hasattr", "delattr", "vars", "globals", "locals", "eval", "exec", "attrgetter"}
BY_TEXT |= {"__getattr__", "__getattribute__", "__dict__"}
NAMING = {"__name__", "__qualname__"}


def parameters(arguments):
    return [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *filter(None, [arguments.vararg, arguments.kwarg])]


def imported_names(tree):
    """(the name that is bound, the module or member that it names) of each import, wherever it stands."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            for alias in node.names:
                yield (alias.asname or alias.name).split(".")[0], alias.name


def foreign_attributes(site_packages):
    """Attribute names that belong to Python or to torch: a class of the program must keep them."""
    names = set()
    samples = [object, int, float, str, bytes, list, dict, tuple, set, slice, range, BaseException, type, property]
    for sample in [*samples, types.FunctionType, types.ModuleType, types.GeneratorType]:
        names.update(dir(sample))
    torch = pathlib.Path(site_packages) / "torch"
    stubs = [torch / "_C" / "__init__.pyi", torch / "_C" / "_VariableFunctions.pyi", torch / "_tensor.py"]
    single = ["nn/functional.py", "nn/parameter.py", "autograd/function.py", "optim/optimizer.py"]
    library = [*torch.glob("nn/modules/*.py"), *torch.glob("distributions/*.py"), *(torch / name for name in single)]
    for path in stubs + library:
        if path.exists():
            text = path.read_text()
            names.update(re.findall(r"\bdef (\w+)", text))
            names.update(re.findall(r"\bself\.(\w+)", text))
    return names


class Inventory(ast.NodeVisitor):
    """What a program defines and uses, over all its files."""

    def __init__(self):
        self.classes_and_functions, self.attributes, self.kept, self.keywords = set(), set(), set(), set()
        self.texts, self.by_text, self.asks_names = [], False, False
        self.class_depth = self.function_depth = 0

    def visit_FunctionDef(self, node):
        self.by_text |= node.name in BY_TEXT
        if self.class_depth and not self.function_depth:
            self.attributes.add(node.name)
        elif not self.function_depth:
            self.classes_and_functions.add(node.name)
        self.function_depth += 1
        self.generic_visit(node)
        self.function_depth -= 1

    def visit_ClassDef(self, node):
        if not self.function_depth and not self.class_depth:
            self.classes_and_functions.add(node.name)
        outer = self.function_depth
        self.class_depth, self.function_depth = self.class_depth + 1, 0
        for statement in node.body:
            # Fields of data classes and members of enumerations are also arguments and texts.
            targets = getattr(statement, "targets", [getattr(statement, "target", None)])
            self.kept.update(t.id for t in targets if isinstance(t, ast.Name))
        self.generic_visit(node)
        self.class_depth, self.function_depth = self.class_depth - 1, outer

    def visit_Attribute(self, node):
        if isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Name) and node.value.id == "self":
            self.attributes.add(node.attr)
        self.by_text |= node.attr in BY_TEXT
        self.asks_names |= node.attr in NAMING
        self.generic_visit(node)

    def visit_Name(self, node):
        self.by_text |= node.id in BY_TEXT

    def visit_keyword(self, node):
        if node.arg:
            self.keywords.add(node.arg)
        self.generic_visit(node)

    def visit_MatchClass(self, node):
        self.kept.update(node.kwd_attrs)
        self.generic_visit(node)

    def visit_Call(self, node):
        function = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        names = node.args[:1] if function in REGISTERING else []
        for argument in names:
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                self.attributes.add(argument.value)
            else:
                self.visit(argument)
                self.by_text = True
        for child in [node.func, *node.args[len(names) :], *node.keywords]:
            self.visit(child)

    def visit_Constant(self, node):
        if isinstance(node.value, str):
            self.texts.append(node.value)


def hides_in_text(name, inventory):
    if inventory.by_text:
        return any(piece and (name in piece or piece in name) for piece in inventory.texts)
    return any(name == piece or re.search(rf"\b{re.escape(name)}\b", piece) for piece in inventory.texts)


class LocalNames(ast.NodeVisitor):
    """The names that one function binds, without those of the functions inside."""

    def __init__(self, function):
        self.bound, self.declared = set(), set()
        self.parameters = {a.arg for a in parameters(function.args)}
        for statement in function.body if isinstance(function.body, list) else [function.body]:
            self.visit(statement)

    def visit_FunctionDef(self, node):
        self.bound.add(node.name)
        for child in [*node.decorator_list, *node.args.defaults, *filter(None, node.args.kw_defaults)]:
            self.visit(child)

    def visit_ClassDef(self, node):
        self.bound.add(node.name)

    def visit_Lambda(self, node):
        pass

    def visit_Name(self, node):
        if isinstance(node.ctx, (ast.Store, ast.Del)):
            self.bound.add(node.id)

    def visit_Global(self, node):
        self.declared.update(node.names)

    visit_Nonlocal = visit_Global

    def visit_ExceptHandler(self, node):
        if node.name:
            self.bound.add(node.name)
        self.generic_visit(node)

    def visit_MatchAs(self, node):
        if node.name:
            self.bound.add(node.name)
        self.generic_visit(node)

    def visit_MatchStar(self, node):
        if node.name:
            self.bound.add(node.name)

    def visit_MatchMapping(self, node):
        if node.rest:
            self.bound.add(node.rest)
        self.generic_visit(node)

    def visit_Import(self, node):
        self.declared.update((a.asname or a.name).split(".")[0] for a in node.names)

    visit_ImportFrom = visit_Import


class Renamer(ast.NodeTransformer):
    """Rewrites one file. GLOBALS: functions and classes; ATTRIBUTES; MODULES: old to new file names."""

    def __init__(self, globals_, attributes, modules, fresh, kept):
        self.globals, self.attributes, self.modules, self.fresh, self.kept = globals_, attributes, modules, fresh, kept
        self.scopes, self.module_names = [], set()

    def lookup(self, name):
        for mapping in reversed(self.scopes):
            if name in mapping:
                return mapping[name]
        return self.globals.get(name, name)

    def function(self, node):
        found = LocalNames(node)
        mapping = {}
        for name in sorted(found.bound | found.parameters):
            keep = name in found.declared or name in self.kept or (name in ("self", "cls")) or name.startswith("__")
            mapping[name] = name if keep else self.fresh(name)
        for name in found.declared:
            mapping.pop(name, None)
        node.args.defaults = [self.visit(d) for d in node.args.defaults]
        node.args.kw_defaults = [d and self.visit(d) for d in node.args.kw_defaults]
        for argument in parameters(node.args):
            if argument.annotation:
                argument.annotation = self.visit(argument.annotation)
        self.scopes.append(mapping)
        for argument in parameters(node.args):
            argument.arg = mapping.get(argument.arg, argument.arg)
        if isinstance(node.body, list):
            node.body = [self.visit(s) for s in node.body]
        else:
            node.body = self.visit(node.body)
        self.scopes.pop()
        return node

    def visit_FunctionDef(self, node):
        node.decorator_list = [self.visit(d) for d in node.decorator_list]
        if node.returns:
            node.returns = self.visit(node.returns)
        in_class = self.scopes and self.scopes[-1] is None
        scopes = self.scopes
        self.scopes = [s for s in scopes if s is not None]
        node.name = self.attributes.get(node.name, node.name) if in_class else self.lookup(node.name)
        node = self.function(node)
        self.scopes = scopes
        return node

    def visit_Lambda(self, node):
        scopes, self.scopes = self.scopes, [s for s in self.scopes if s is not None]
        node = self.function(node)
        self.scopes = scopes
        return node

    def visit_ClassDef(self, node):
        node.name = self.lookup(node.name) if not (self.scopes and self.scopes[-1] is None) else node.name
        node.decorator_list = [self.visit(d) for d in node.decorator_list]
        node.bases = [self.visit(b) for b in node.bases]
        for keyword in node.keywords:
            keyword.value = self.visit(keyword.value)
        self.scopes.append(None)  # names that a class body binds are attributes; it is not a scope for its methods
        node.body = [self.visit(s) for s in node.body]
        self.scopes.pop()
        return node

    def visit_Name(self, node):
        if self.scopes and self.scopes[-1] is None:
            if isinstance(node.ctx, ast.Store) or node.id in self.attributes:
                node.id = self.attributes.get(node.id, node.id)
                return node
        scopes, self.scopes = self.scopes, [s for s in self.scopes if s is not None]
        node.id = self.lookup(node.id)
        self.scopes = scopes
        return node

    def visit_Attribute(self, node):
        node.value = self.visit(node.value)
        if isinstance(node.value, ast.Name) and node.attr in self.globals and node.value.id in self.module_names:
            node.attr = self.globals[node.attr]
        else:
            node.attr = self.attributes.get(node.attr, node.attr)
        return node

    def visit_Call(self, node):
        function = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        if function in REGISTERING and node.args and isinstance(node.args[0], ast.Constant):
            node.args[0].value = self.attributes.get(node.args[0].value, node.args[0].value)
        return self.generic_visit(node)

    def visit_ExceptHandler(self, node):
        if node.name:
            node.name = self.lookup(node.name)
        return self.generic_visit(node)

    def visit_MatchAs(self, node):
        if node.name:
            node.name = self.lookup(node.name)
        return self.generic_visit(node)

    def visit_MatchStar(self, node):
        if node.name:
            node.name = self.lookup(node.name)
        return node

    def visit_MatchMapping(self, node):
        if node.rest:
            node.rest = self.lookup(node.rest)
        return self.generic_visit(node)

    def visit_Global(self, node):
        node.names = [self.lookup(n) for n in node.names]
        return node

    visit_Nonlocal = visit_Global

    def visit_Import(self, node):
        for alias in node.names:
            if alias.name in self.modules:
                alias.asname = alias.asname or alias.name
                alias.name = self.modules[alias.name]
        return node

    def visit_ImportFrom(self, node):
        if node.level == 0 and node.module in self.modules:
            node.module = self.modules[node.module]
            for alias in node.names:
                alias.name = self.globals.get(alias.name, alias.name)
        return node


def rename(trees, foreign, renames_attributes=True):
    """Renames within TREES ({relative path: module tree}) in place; gives {old path: new path}."""
    inventory = Inventory()
    for tree in trees.values():
        inventory.visit(tree)
    # What a package of the program defines is reached through relative imports and through its submodules.
    packaged = {s.name for p, t in trees.items() if "/" in p for s in ast.walk(t) if isinstance(s, (ast.FunctionDef, ast.ClassDef))}
    imported = {bound for tree in trees.values() for bound, _ in imported_names(tree)}
    single = {p: p.removesuffix(".py") for p in trees if "/" not in p and p != "main.py"}
    counter = [0]

    def fresh(name):
        counter[0] += 1
        return ("Z" if name[:1].isupper() else "z") + f"{counter[0]}_" + name[::-1].strip("_")

    reserved = set(dir(builtins)) | inventory.kept | inventory.keywords
    globals_, attributes = {}, {}
    stored = (n for tree in trees.values() for s in tree.body for n in ast.walk(s) if isinstance(n, ast.Name))
    assigned = {n.id for n in stored if isinstance(n.ctx, ast.Store)}
    for name in sorted(inventory.classes_and_functions):
        protected = name in reserved | inventory.attributes | assigned | packaged or name.startswith("_")
        protected |= inventory.asks_names  # a registry may build its keys from class names
        if not protected and not hides_in_text(name, inventory):
            globals_[name] = fresh(name)
    if renames_attributes:
        for name in sorted(inventory.attributes):
            protected = name in reserved | foreign | imported or name.startswith("__") or name in inventory.classes_and_functions
            if not protected and not hides_in_text(name, inventory):
                attributes[name] = fresh(name)
    modules = {name: fresh(name) for path, name in single.items() if name not in inventory.texts}
    kept = inventory.keywords | {n for n in reserved if n in inventory.texts} | set(modules)
    nodes = [n for tree in trees.values() for n in ast.walk(tree)]
    if any(k.arg is None for n in nodes if isinstance(n, ast.Call) for k in n.keywords):  # **kwargs may name any parameter
        kept |= {a.arg for n in nodes if isinstance(n, ast.arguments) for a in parameters(n)}
    for tree in trees.values():
        renamer = Renamer(globals_, attributes, modules, fresh, kept)
        renamer.module_names = {bound for bound, name in imported_names(tree) if name in modules}
        renamer.visit(tree)
        ast.fix_missing_locations(tree)
    return {path: modules[single[path]] + ".py" if path in single and single[path] in modules else path for path in trees}

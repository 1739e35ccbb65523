"""Moves functions and classes of a program's main module into another module and imports them back."""
import ast
import builtins

NEW_MODULE = "moved_away"


def names_used(node):
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}


def bound_by(statement):
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        return {(a.asname or a.name).split(".")[0] for a in statement.names}
    if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        return {statement.name}
    return {n.id for n in ast.walk(statement) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}


def movable(tree):
    """Indices of the definitions that need nothing of the main module but imports and each other."""
    imports = set().union(*(bound_by(s) for s in tree.body if isinstance(s, (ast.Import, ast.ImportFrom))))
    own = [n for s in tree.body for n in bound_by(s)]
    chosen = {i: s for i, s in enumerate(tree.body) if isinstance(s, (ast.FunctionDef, ast.ClassDef)) and own.count(s.name) == 1}
    while True:
        free = imports | {s.name for s in chosen.values()} | set(dir(builtins))
        outside = set(own) - free

        def stays(statement):
            declares = any(isinstance(n, ast.Global) for n in ast.walk(statement))
            return declares or names_used(statement) & outside or "__name__" in names_used(statement)

        leaving = [i for i, s in chosen.items() if stays(s)]
        if not leaving:
            return sorted(chosen)
        for i in leaving:
            del chosen[i]


def move(tree, everything=True):
    """(main, moved, where): the two new modules, and for each statement of TREE its module (0, 1) and index. None if nothing can move."""
    chosen = movable(tree)
    if not everything:  # every other one, without those that need a definition that stays
        chosen = chosen[::2]
        stay = {s.name for i, s in enumerate(tree.body) if isinstance(s, (ast.FunctionDef, ast.ClassDef)) and i not in chosen}
        chosen = [i for i in chosen if not names_used(tree.body[i]) & stay]
    if not chosen:
        return None
    imports = [s for s in tree.body if isinstance(s, (ast.Import, ast.ImportFrom))]
    futures = [s for s in imports if isinstance(s, ast.ImportFrom) and s.module == "__future__"]
    moved = ast.Module(body=[*imports, *(tree.body[i] for i in chosen)], type_ignores=[])
    names = [ast.alias(name=tree.body[i].name) for i in chosen]
    back = ast.ImportFrom(module=NEW_MODULE, names=names, level=0)
    main, where = [], {}
    for index, statement in enumerate(tree.body):
        if index in chosen:
            where[index] = (1, len(imports) + chosen.index(index))
            if index == chosen[0]:
                main.append(back)
            continue
        where[index] = (0, len(main))
        main.append(statement)
    assert not futures or main[0] in futures or isinstance(main[0], ast.Expr)
    tree = ast.Module(body=main, type_ignores=[])
    return ast.fix_missing_locations(tree), ast.fix_missing_locations(moved), where


def statement_lines(text):
    """First and last line of each top-level statement."""
    spans = []
    for s in ast.parse(text).body:
        first = min([s.lineno, *(d.lineno for d in getattr(s, "decorator_list", []))])
        spans.append((first, s.end_lineno))
    return spans


def line_map(before, after, where, files):
    """{line of BEFORE: (file, line)} for texts AFTER = (main, moved) that stand in FILES."""
    spans_before, spans_after = statement_lines(before), [statement_lines(t) for t in after]
    lines = {}
    for index, (module, position) in where.items():
        first, last = spans_before[index]
        new_first, new_last = spans_after[module][position]
        assert last - first == new_last - new_first
        for offset in range(last - first + 1):
            lines[first + offset] = (files[module], new_first + offset)
    return lines

"""What must hold for the repository as a whole.  Each check takes a tree and says what is wrong with it."""

import ast
import re
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import TypeAlias

Tree: TypeAlias = Mapping[str, str]
"""Paths, relative to the top and with forward slashes, and what the files say; empty for pictures and fonts."""

TOP = {"LICENSE", "Makefile", "README.md", "domain", "infra", "k8s", "pyproject.toml", "services", "tests"}
GAME = {"__init__.py", "golden", "picture.py", "robot.py", "rules.py", "texts.py"}
FILE_LINES_MAX = 400
FUNCTION_LINES_MAX = 40
READ_IN_ONE_SITTING = {".css", ".html", ".js", ".mjs", ".py", ".sql", ".ts", ".tsx", ".yaml"}
MAY_NAME_A_GAME = {".md"}  # Prose gives examples; what runs does not know one game from another.

# What a fold may lean on: none of these can wait, guess, or look at the machine.
PURE = {
    *("domain", "msgspec"),
    *("abc", "collections", "contextlib", "dataclasses", "datetime", "enum", "types", "typing"),
    *("bisect", "copy", "fractions", "functools", "heapq", "itertools", "math", "operator"),
    *("hashlib", "hmac", "re", "string", "struct", "textwrap", "unicodedata"),
    "uuid",  # The type; ruff bans drawing one.
}
# Finding the games is the one thing that looks at the disk.
DISCOVERS = {"domain/games/__init__.py": {"importlib", "pkgutil"}}

ASSERTS = re.compile(r"\bassert\b|\braises\b|\.then\(|\.refused\(|\bexpect\(")
MACHINE_PATH = re.compile(r"/(?:work|farm|root|home|Users)/[A-Za-z.]")
REGISTRY = re.compile(r"\b(?:pypi[.]org|pythonhosted[.]org|npmjs[.](?:org|com)|deb[.]debian[.]org)\b")
ADDRESS = re.compile(r"\b[a-z+]+://|@ ?file:")
PIN = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>\S+)")


def read_tree(top: Path) -> Tree:
    """Return what git has of the work tree, or would take: tracked files and new ones that are not ignored."""
    git = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(git, cwd=top, check=True, capture_output=True, text=True).stdout.split("\0")
    return {path: _text(top / path) for path in sorted(filter(None, listed)) if (top / path).is_file()}


def _text(path: Path) -> str:
    content = path.read_bytes()
    return "" if b"\0" in content else content.decode()


def strangers_at_the_top(tree: Tree) -> list[str]:
    """Only the named files and folders, and what begins with a dot, lie at the top."""
    return sorted({top for path in tree if not (top := path.split("/")[0]).startswith(".") and top not in TOP})


def long_files(tree: Tree) -> list[str]:
    """A file can be read in one sitting."""
    sizes = ((path, len(tree[path].splitlines())) for path in tree if _suffix(path) in READ_IN_ONE_SITTING)
    return [f"{path}: {lines} lines" for path, lines in sizes if lines > FILE_LINES_MAX]


def long_functions(tree: Tree) -> list[str]:
    """A function fits a screen, from its `def` to its last line."""
    return [
        f"{path}:{function.lineno}: {function.name} has {lines} lines"
        for path in _python(tree)
        for function in ast.walk(ast.parse(tree[path]))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        and (lines := (function.end_lineno or function.lineno) - function.lineno + 1) > FUNCTION_LINES_MAX
    ]


def modules_without_opening_sentence(tree: Tree) -> list[str]:
    """Each module opens with a docstring that says what it is."""
    return [path for path in _python(tree) if not ast.get_docstring(ast.parse(tree[path]))]


def fixtures_that_outlive_their_folder(tree: Tree) -> list[str]:
    """A fixture of a package ends with it; where the folder is none, pytest keeps it until the session's end."""
    shared = (path for path in _python(tree) if re.search(r'^@pytest.*scope="package"', tree[path], re.MULTILINE))
    return [path for path in shared if str(PurePosixPath(path).with_name("__init__.py")) not in tree]


def games(tree: Tree) -> set[str]:
    """Return the names of the game folders."""
    paths = (PurePosixPath(path).parts for path in tree if path.startswith("domain/games/"))
    return {parts[2] for parts in paths if len(parts) > 3}


def incomplete_games(tree: Tree) -> list[str]:
    """Each game folder holds what every game has; it may hold more."""
    held: dict[str, set[str]] = {name: set() for name in games(tree)}
    for parts in (PurePosixPath(path).parts for path in tree):
        if parts[:2] == ("domain", "games") and len(parts) > 3:
            held[parts[2]].add(parts[3])
    return [f"{name}: no {missing}" for name in sorted(held) for missing in sorted(GAME - held[name])]


def games_named_elsewhere(tree: Tree) -> list[str]:
    """Nothing but a game's own folder, and tests, knows its name: however it is spelled or joined."""
    names = {name: re.compile(f"(?i:{name.replace('_', '[ _-]?')})(?![a-z])") for name in sorted(games(tree))}
    return [
        f"{path}:{number}: {name}"
        for path in tree
        if path.startswith(("domain/", "infra/", "services/")) and _suffix(path) not in MAY_NAME_A_GAME
        for name, pattern in names.items()
        if not path.startswith(f"domain/games/{name}/")
        for number, line in enumerate(tree[path].splitlines(), 1)
        if pattern.search(line)
    ]


def impure_imports(tree: Tree) -> list[str]:
    """The domain's rules, unlike their tests, import nothing that can wait, guess or look at the machine."""
    return [
        f"{path}: {module}"
        for path in _python(tree)
        if path.startswith("domain/") and not _is_for_tests(path)
        for module in sorted(_imported(tree[path]) - PURE - DISCOVERS.get(path, set()))
    ]


def _imported(source: str) -> set[str]:
    nodes = list(ast.walk(ast.parse(source)))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    taken = {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    return {module.split(".")[0] for module in plain | taken}


def tests_that_assert_nothing(tree: Tree) -> list[str]:
    """A test file claims something."""
    return [path for path in _python(tree) if _is_test(path) and not ASSERTS.search(tree[path])]


def machine_paths(tree: Tree) -> list[str]:
    """No file knows where on some machine it was written, nor from which host packages came."""
    return [
        f"{path}:{number}: {found.group()}"
        for path in tree
        for number, line in enumerate(tree[path].splitlines(), 1)
        for found in [*MACHINE_PATH.finditer(line), *REGISTRY.finditer(line)]
    ]


def loose_locks(tree: Tree) -> list[str]:
    """Every requirement of a lock is pinned and hashed, and none says where it comes from."""
    return [
        f"{path}: {fault}: {requirement.split()[0]}"
        for path in tree
        if path.startswith("infra/locks/") and path.endswith(".txt")
        for requirement in requirements(tree[path])
        for fault, wrong in (
            ("not pinned", not PIN.match(requirement)),
            ("without hash", "--hash=sha256:" not in requirement),
            ("names a host", ADDRESS.search(requirement) is not None),
        )
        if wrong
    ]


def npm_locks_with_addresses(tree: Tree) -> list[str]:
    """What npm has locked is known by its hash, and not by where it comes from or who pays for it."""
    locks = {path: text for path, text in tree.items() if path.endswith("package-lock.json")}
    return [f"{path}: {line.strip()}" for path in locks for line in locks[path].splitlines() if ADDRESS.search(line)]


def requirements(lock: str) -> Iterator[str]:
    """Yield each requirement of a lock on one line, without comments."""
    text = re.sub(r"\\\n", " ", re.sub(r"(?m)^\s*#.*\n?", "", lock))
    return (line for line in text.splitlines() if line.strip())


def pins(lock: str) -> dict[str, str]:
    """Return the version of each package in a lock."""
    found = (PIN.match(requirement) for requirement in requirements(lock))
    return {pin["name"]: pin["version"] for pin in found if pin}


def _python(tree: Tree) -> Iterator[str]:
    return (path for path in tree if path.endswith(".py"))


def _suffix(path: str) -> str:
    return PurePosixPath(path).suffix


def _is_test(path: str) -> bool:
    return PurePosixPath(path).name.startswith("test_")


def _is_for_tests(path: str) -> bool:
    return _is_test(path) or path.endswith("/conftest.py") or path == "domain/testing.py"

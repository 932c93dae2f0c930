"""Every folder here is one game.  Dropping a folder in is the whole installation."""

from importlib import import_module
from pkgutil import iter_modules

from domain.kernel import Kinds


def discover(package: str = __name__) -> Kinds:
    """Return the games in `package`, by name, in alphabetical order.

    Each of its sub-packages is one and offers its `RULES`; a folder that does not is a bug and raises.
    """
    path = import_module(package).__path__
    games = (import_module(f"{package}.{name}").RULES for _, name, is_package in iter_modules(path) if is_package)
    return {rules.name: rules for rules in sorted(games, key=lambda rules: str(rules.name))}

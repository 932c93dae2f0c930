"""Pictures: the words that any board can be drawn with.  Data only; pages and servers draw it."""

from domain.value import Value


class Scene(Value):
    """A board as shapes and regions."""


class Draft(Value):
    """How a hand gathers a compound move."""

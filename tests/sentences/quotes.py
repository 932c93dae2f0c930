"""Quotes: the sentences of the written rules, and how much of each the tests quote."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

from domain.value import Value

ALL_GAMES = ""  # The section of what stands before the first, and holds for all games.
SECTION = re.compile(r"^## (?:§(\d))?", re.MULTILINE)
CITED = re.compile(r"rules\.md(?: §(\d))?")
ROW_RULE = re.compile(r"[|\s-]+")
LABEL = re.compile(r"(?:- )?(?:\*{1,2}[^*]+[.:]\*{1,2})?")  # Before a paragraph or an item.
END = re.compile(r"[.;](?:\s|$)")
WORD = re.compile(r"\w+")
NO_WORDS = str.maketrans("", "", "ˢᵖᶜ*`")
RUN = 3  # So many words in a row are a quotation: two stand everywhere.

Run: TypeAlias = tuple[str, ...]
Quoted: TypeAlias = Mapping[str, set[Run]]
"""Every run of words that tests quote, by section."""


class Sentence(Value):
    """A sentence, or what stands between two semicolons or in a row of a table."""

    section: str
    text: str

    def quoted(self, quoted: Quoted) -> float:
        """Return which part of its words tests quote."""
        own = words(self.text)
        run = min(RUN, len(own))
        begun = [n for n in range(len(own) - run + 1) if tuple(own[n : n + run]) in quoted.get(self.section, ())]
        return len({n + more for n in begun for more in range(run)}) / len(own)


def sentences(rules: str) -> Iterator[Sentence]:
    """Yield the sentences of the games' rules, and of what holds for all games, in order."""
    heads = [*SECTION.finditer(rules)]
    yield from _sentences(ALL_GAMES, rules[rules.index("\n") : heads[0].start()])
    for head, following in pairwise(heads):
        if head[1] is not None:
            yield from _sentences(head[1], rules[head.end() : following.start()])


def quotations(files: Iterable[Path]) -> Quoted:
    """Return what tests quote in their docstrings, each after naming the section: `rules.md §1 Six: …`."""
    quoted: dict[str, set[Run]] = {}
    for text in (docstring for path in files for docstring in _docstrings(path)):
        _, *cited = CITED.split(text)
        for section, quote in zip(cited[::2], cited[1::2], strict=True):
            said = words(quote)
            runs = (tuple(said[n : n + run]) for run in range(1, RUN + 1) for n in range(len(said) - run + 1))
            quoted.setdefault(section or ALL_GAMES, set()).update(runs)
    return quoted


def words(text: str) -> Sequence[str]:
    """Return the words and numbers of a text; marks, emphasis and punctuation are none, nor is a times sign."""
    return [word for word in WORD.findall(text.translate(NO_WORDS).lower()) if word != "x"]


def _sentences(section: str, text: str) -> Iterator[Sentence]:
    for block in re.split(r"\n(?=\n|[-|*])", text):
        whole = LABEL.sub("", " ".join(block.split()), count=1)
        if not ROW_RULE.fullmatch(whole):
            yield from (Sentence(section=section, text=part.strip()) for part in END.split(whole) if words(part))


def _docstrings(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            yield ast.get_docstring(node) or ""

"""Slash: what can be typed into a chat that is no line, and what comes back, to the sender alone."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Literal, TypeAlias
from uuid import UUID

from domain.value import Language, Text, Value
from infra.postgres.chat import Place
from infra.postgres.people import Person
from infra.secrecy import Unreadable
from services.api import wire
from services.api.house import House
from services.api.problems import Problem
from services.live import Live
from services.talk import plays

OWN_TABLES_MAX = 100  # Whose words are shown together.
REFUSALS = ("no_such_player", "not_yourself", "too_many_ignored")

Name: TypeAlias = Literal["password", "ignore", "help", "unknown"]


class Command(Value):
    """What can be typed, in the language of whoever asks, and what it does."""

    typed: str
    does: str


class TableWord(Value):
    """A table's password, shown to somebody who sits there."""

    game: str
    kind: wire.KindName
    word: str


class Reply(Value):
    """What a command is answered with: a sentence to read, and what it says for a program."""

    command: Name
    text: str
    words: tuple[TableWord, ...] = ()
    ignored: tuple[Person, ...] = ()  # Everybody whom the sender ignores from now on.
    commands: tuple[Command, ...] = ()


class Given(Value):
    """A command's sender, where they gave it, and the language they read."""

    person: Person
    place: Place
    live: Live | None
    language: Language


NAMES: Mapping[str, Name] = MappingProxyType(
    {
        "passwort": "password",
        "password": "password",
        "ignorieren": "ignore",
        "ignore": "ignore",
        "hilfe": "help",
        "help": "help",
    }
)
COMMANDS: Mapping[str, Text] = MappingProxyType(
    {
        "/passwort": Text(
            de="zeigt das Passwort des Tisches; in der Lobby das jedes eigenen Tisches",
            en="shows the table's password; in the lobby that of each table of yours",
        ),
        "/ignorieren NAME": Text(
            de="blendet aus, was NAME schreibt, oder wieder ein; ohne NAME: wen du ausblendest",
            en="hides what NAME writes, or shows it again; without NAME: whom you ignore",
        ),
        "/hilfe": Text(de="zeigt diese Liste", en="shows this list"),
    }
)
ENGLISH: Mapping[str, str] = MappingProxyType(
    {"/passwort": "/password", "/ignorieren NAME": "/ignore NAME", "/hilfe": "/help"}
)


async def answer(house: House, given: Given, text: str, before: bytes | None) -> tuple[Reply, bytes]:
    """Carry out a command; return the answer, and the fact that a repetition must be told again.

    `before` is that fact, where the same was asked before.
    """
    typed, _, rest = text.removeprefix("/").partition(" ")
    name = NAMES.get(typed.casefold(), "unknown")
    match name:
        case "password":
            return await _words(house, given), b""
        case "ignore":
            return await _ignore(house, given, rest.strip(), before)
        case "help" | "unknown":
            return _help(given, name, typed), b""


async def _words(house: House, given: Given) -> Reply:
    if given.live is None:
        words = await _shown(house, await _own(house, given.person))
        said = "; ".join(f"{_kind(house, given, one)}: {one.word}" for one in words)
        none = Text(de="Keiner deiner Tische hat ein Passwort.", en="None of your tables has a password.")
        some = Text(de=f"Die Passwörter deiner Tische: {said}", en=f"The passwords of your tables: {said}")
    elif not plays(given.live.game.match, given.person.id):
        words = ()
        none = some = Text(
            de="Das Passwort sieht nur, wer am Tisch sitzt.", en="Only those who sit at the table see its password."
        )
    else:
        words = await _shown(house, {given.live.id: given.live.game.rules.name})
        said = "".join(one.word for one in words)
        none = Text(de="Dieser Tisch hat kein Passwort.", en="This table has no password.")
        some = Text(de=f"Das Passwort dieses Tisches: {said}", en=f"This table's password: {said}")
    return Reply(command="password", text=(some if words else none).said_in(given.language), words=words)


async def _own(house: House, person: Person) -> Mapping[UUID, str]:
    """Return the tables at which somebody sits, with their kinds."""
    found = await house.store.listed(limit=OWN_TABLES_MAX, statuses=("open", "running"), player=person.id)
    own = {one.game: one for one in found if one.locked}
    return {
        game: one.kind
        for game, one in own.items()
        if any(seated.player == person.id and seated.left is None for seated in one.members)
    }


async def _shown(house: House, tables: Mapping[UUID, str]) -> tuple[TableWord, ...]:
    hidden = await house.words.of(list(tables))
    words = list[TableWord]()
    for game, kind in tables.items():
        try:
            words += [TableWord(game=str(game), kind=kind, word=house.secrecy.show(hidden[game]))]
        except (KeyError, Unreadable):  # There is none; or its key has gone, and the host can give another word.
            continue
    return tuple(words)


async def _ignore(house: House, given: Given, name: str, before: bytes | None) -> tuple[Reply, bytes]:
    player, fact = given.person.id, before or b""
    if name and before is None:
        other = await house.reception.by_name(name)
        if other is None:
            raise Problem("no_such_player")
        if other.id == player:
            raise Problem("not_yourself")
        hidden = await house.talk.ignore(player, other.id)
        if hidden is None:
            raise Problem("too_many_ignored")
        fact = b"hidden" if hidden else b"shown"
    everybody = await house.talk.manners.ignored_by(player)
    names = await house.reception.names(everybody)
    ignored = tuple(names[one] for one in everybody)
    return Reply(command="ignore", text=_ignoring(fact, name, ignored).said_in(given.language), ignored=ignored), fact


def _ignoring(fact: bytes, name: str, ignored: Sequence[Person]) -> Text:
    listed = ", ".join(one.name for one in ignored)
    match fact:
        case b"hidden":
            return Text(de=f"Du siehst nicht mehr, was {name} schreibt.", en=f"You no longer see what {name} writes.")
        case b"shown":
            return Text(de=f"Du siehst wieder, was {name} schreibt.", en=f"You see again what {name} writes.")
        case _ if listed:
            return Text(de=f"Du ignorierst: {listed}", en=f"You ignore: {listed}")
        case _:
            return Text(de="Du ignorierst niemanden.", en="You ignore nobody.")


def _help(given: Given, name: Name, typed: str) -> Reply:
    german = given.language == "de"
    commands = tuple(
        Command(typed=command if german else ENGLISH[command], does=does.said_in(given.language))
        for command, does in COMMANDS.items()
    )
    listed = "; ".join(f"{one.typed} {one.does}" for one in commands)
    unknown = Text(de=f"Den Befehl /{typed} gibt es nicht. {listed}", en=f"There is no command /{typed}. {listed}")
    return Reply(command=name, text=unknown.said_in(given.language) if name == "unknown" else listed, commands=commands)


def _kind(house: House, given: Given, one: TableWord) -> str:
    return house.kinds[one.kind].texts.name.said_in(given.language)

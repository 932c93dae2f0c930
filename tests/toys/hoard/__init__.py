"""Hoard: stake coins from a secret purse on open gems."""

# ruff: noqa: TID252 - the folder is found under whatever package it is copied into.

from domain.kernel import Rules, Table

from . import rules
from .examples import EXAMPLES
from .picture import drafts, picture
from .robot import ROBOTS
from .rules import AllStaked, Fact, GemDrawn, GemWon, Options, PurseDealt, Stake, Staked, State, View
from .texts import TEXTS

__all__ = ["RULES"]

RULES = Rules[State, Stake, Fact, View](
    name="hoard",
    table=Table(seats=(3, 2)),
    texts=TEXTS,
    examples=EXAMPLES,
    options=Options,
    moves=(Stake,),
    events=(GemDrawn, PurseDealt, Staked, AllStaked, GemWon),
    upcasts=rules.UPCASTS,
    initial=rules.initial,
    decide=rules.decide,
    by_itself=rules.by_itself,
    evolve=rules.evolve,
    leave=rules.leave,
    at_stake=rules.to_move,
    move_of=rules.move_of,
    legal_moves=rules.legal_moves,
    to_move=rules.to_move,
    opened=rules.opened,
    silent=rules.silent,
    view=rules.view,
    outcome=rules.outcome,
    picture=picture,
    drafts=drafts,
    robots=ROBOTS,
)

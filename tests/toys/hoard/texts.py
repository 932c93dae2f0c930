"""What a person reads about hoard, in both languages."""

from domain.kernel import Texts
from domain.value import Text

RULES_DE = """\
**Ziel.** Hol dir die wertvollsten Edelsteine.

**Zug.** Alle haben vier Münzen in ihrer Börse und setzen auf einen Stein nach dem anderen beliebig viele davon, auch
keine. Jede Münze gilt einmal. Was gesetzt ist, bleibt verdeckt, bis alle anderen fertig sind.

**Ende.** Sind alle fertig, geht jeder Stein an den höchsten Einsatz; sind mehrere gleich, bekommen alle seinen Wert.
Wer geht, wird Letzter; wer übrig bleibt, gewinnt.
"""

RULES_EN = """\
**Aim.** Take the most valuable gems.

**A move.** Everyone has four coins in a purse and stakes any number of them, or none, on one gem after the other. A
coin counts once. What was staked stays hidden until all others are done.

**The end.** When all are done each gem goes to the highest stake; where several are equal all of them get its value.
Whoever leaves comes last; whoever remains wins.
"""

TEXTS = Texts(
    name=Text(de="Hort", en="Hoard"),
    rules=Text(de=RULES_DE, en=RULES_EN),
    refusals={
        "not_your_turn": Text(de="Du hast schon auf alles gesetzt.", en="You have staked on everything already."),
        "no_such_coin": Text(de="Diese Münze gibt es nicht.", en="There is no such coin."),
        "coin_twice": Text(de="Eine Münze ist doppelt genannt.", en="A coin is named twice."),
        "coin_spent": Text(de="Diese Münze ist schon gesetzt.", en="That coin has been staked already."),
    },
)

"""What a person reads about Bleib Cool, in both languages."""

from domain.kernel import Texts
from domain.value import Text

RULES_DE = """\
**Ziel.** Bring deine vier Steine als Erste oder Erster einmal rund um das Brett und in dein Ziel.

**Brett.** Der Ring hat 40 Felder. Jede Farbe hat vier Plätze B, auf denen ihre Steine warten, ein Feld A, auf dem sie
den Ring betreten, und eine Zielgasse mit vier Feldern. Gezogen wird im Uhrzeigersinn. Zu zweit sitzt man sich
gegenüber, zu dritt bleibt eine Farbe frei. Wer beginnt, wird ausgelost, auch bei einer Revanche.

![Der Anfang zu viert: Alle Steine warten, und Rot hat drei Würfe.](start)

**Zug.** Wer am Zug ist, würfelt und zieht dann mit einem Stein, wenn einer ziehen kann; kann keiner, geht es von selbst
weiter. Wer nur noch mit einer Sechs ziehen könnte, weil kein Stein auf dem Ring steht und im Ziel alle ganz innen sind,
hat bis zu drei Würfe, bis eine Sechs fällt. Sonst ist es einer.

**Sechs.** Eine Sechs muss einen Stein von B auf A bringen, auch wenn dort ein fremder Stein zu schlagen ist. Steht auf
A schon ein eigener, zieht dieser die Sechs. Nach jeder Sechs darf man noch einmal würfeln, so oft sie fällt, auch wenn
sie sich nicht nutzen ließ, nur nicht mehr nach dem Stein, der alles nach Hause gebracht hat.

![Rot hat eine Sechs geworfen: Einer der wartenden Steine muss heraus.](six)

**Feld A.** Solange Steine auf B warten, muss ein eigener Stein auf A als Erster weiterziehen, mit jeder Zahl. Kann er
es nicht, darf jeder andere ziehen.

**Schlagen.** Ein Stein darf auf ein leeres Feld ziehen oder auf einen fremden Stein; der wird geschlagen und muss
zurück auf B. Auf einen eigenen Stein darf man nie. Auf dem Ring darf man an allen vorbei. Niemand muss schlagen, und
kein Feld ist sicher. Wer ziehen kann, muss ziehen.

![Rot ist vier Felder gezogen und hat einen blauen Stein geschlagen.](capture)

**Ins Ziel.** Die Zahl muss genau passen. Im Ziel wird kein Stein übersprungen; weiter nach innen rücken darf man.

![Mit der Vier könnte Rot in das Ziel ziehen oder mit dem letzten Stein laufen; Blau ist schon fertig.](goal)

**Ende und Punkte.** Wer zuerst alle vier Steine im Ziel hat, ist Erster, und so fort, bis nur noch eine Person übrig
ist; wer fertig ist, wird übersprungen. Zu zweit bringt der erste Platz 800 Punkte, zu dritt bringen die ersten beiden
1200 und 900, zu viert die ersten drei 1600, 1200 und 800; es zählt, wie viele am Anfang dabei waren. Der letzte Platz
bringt 50 und dazu 50 für jeden Stein, der im Ziel schon an seiner endgültigen Stelle steht, lückenlos von innen.

**Gehen.** Wer vorher geht oder die Bedenkzeit überschreitet, bekommt 600 Punkte abgezogen und den hintersten freien
Platz; seine Steine verlassen das Brett, und wer als Nächstes an der Reihe ist, würfelt. Bleibt nur eine Person übrig,
bekommt sie den besten freien Platz, und das Spiel ist zu Ende. Wer alle Steine im Ziel hat, darf gehen, ohne etwas zu
verlieren.
"""

RULES_EN = """\
**Aim.** Be the first to bring your four stones once around the board and into your goal.

**The board.** The ring has 40 fields. Each colour has four places B, where its stones wait, a field A, where they enter
the ring, and a goal lane of four fields. Stones run clockwise. Two players sit opposite each other, three leave one
colour out. Who begins is drawn by lot, in a rematch as well.

![The start with four players: all stones are waiting, and red has three throws.](start)

**A turn.** Whoever is on turn throws the die and then moves one stone if any can move; if none can, the turn passes by
itself. Those who could move with nothing but a six, having no stone on the ring and all stones in the goal at its
innermost fields, have up to three throws, until a six comes. All others have one.

**Six.** A six must bring a stone from B to A, even if that captures an enemy there. If an own stone stands on A
already, that one moves the six. After every six comes one more throw, as often as it falls and even if it could not be
used, but not after the stone that brought everything home.

![Red has thrown a six: one of the waiting stones must come out.](six)

**Field A.** While stones wait on B, an own stone on A must move on first, by any number. If it cannot, any other may.

**Capturing.** A stone may land on an empty field or on an enemy stone, which is captured and goes back to B. It may
never land on a stone of its own. On the ring all stones may be passed. Nobody is obliged to capture, and no field is
safe. Whoever can move must move.

![Red has moved four fields and captured a blue stone.](capture)

**Into the goal.** The number must fit exactly. In the goal no stone may be jumped; moving further in is allowed.

![With the four red could move into the goal, or run with the last stone; blue has finished already.](goal)

**The end, and points.** Whoever first has all four stones in the goal is first, and so on, until only one player is
left; whoever has finished is skipped. With two players the first place is paid 800 points, with three the first two are
paid 1200 and 900, with four the first three 1600, 1200 and 800; what counts is how many began. The last place is paid
50, and 50 more for each stone that stands in its final position in the goal, without a gap from the innermost field.

**Leaving.** Whoever leaves before that, or runs out of time, loses 600 points and takes the lowest place still open;
the stones leave the board, and the next player throws. A player who is left alone takes the best place still open, and
the game ends. Once all your stones are in the goal you may leave without losing anything.
"""

TEXTS = Texts(
    name=Text(de="Bleib Cool", en="Bleib Cool"),
    overview=Text(
        de="Würfeln, laufen, schlagen: vier Steine einmal rund um das Brett, und keinen Ärger zeigen.",
        en="Throw, run, capture: four stones once around the board, and never lose your temper.",
    ),
    rules=Text(de=RULES_DE, en=RULES_EN),
    credits=Text(
        de="Ein Laufspiel aus der großen Familie des indischen Pachisi.",
        en="A race game of the large family of the Indian Pachisi.",
    ),
    refusals={
        "over": Text(de="Das Spiel ist zu Ende.", en="The game is over."),
        "not_your_turn": Text(de="Du bist nicht am Zug.", en="It is not your turn."),
        "roll_first": Text(de="Würfle zuerst.", en="Throw the die first."),
        "move_first": Text(
            de="Du hast schon gewürfelt: Zieh jetzt mit einem Stein.",
            en="You have thrown already: move a stone now.",
        ),
        "needs_six": Text(
            de="Dieser Stein wartet auf B; nur eine Sechs bringt ihn heraus.",
            en="That stone waits in B; only a six brings it out.",
        ),
        "must_bring_out": Text(
            de="Eine Sechs muss einen Stein von B auf A bringen.",
            en="A six must bring a stone from B to A.",
        ),
        "must_leave_a": Text(
            de="Solange Steine auf B warten, muss zuerst dein Stein auf A weiterziehen.",
            en="While stones wait in B, your stone on A must move on first.",
        ),
        "own_stone_there": Text(
            de="Dort steht schon ein eigener Stein.",
            en="A stone of your own stands there already.",
        ),
        "beyond_goal": Text(
            de="Die Zahl ist zu groß: Ins Ziel muss sie genau passen.",
            en="The number is too large: it must fit the goal exactly.",
        ),
        "jumps_in_goal": Text(
            de="Im Ziel darf kein Stein übersprungen werden.",
            en="No stone may be jumped in the goal.",
        ),
    },
)

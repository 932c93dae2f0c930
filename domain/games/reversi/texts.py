"""What a person reads about Reversi, in both languages."""

from domain.kernel import Texts
from domain.value import Text

RULES_DE = """\
**Ziel.** Wer am Ende mehr Steine der eigenen Farbe auf dem Brett hat, gewinnt.

**Aufbau.** Gespielt wird auf 8 × 8 Feldern, von a1 links oben bis h8 rechts unten. Am Anfang liegen in der Mitte vier
Steine: weiße auf d5 und e4, schwarze auf d4 und e5. Weiß beginnt; wer Weiß hat, wird ausgelost. Bei einer Revanche
wechseln die Farben.

![Der Anfang: Weiß ist am Zug. Punkte zeigen, wo ein Stein etwas umdreht.](start)

**Zug.** Lege einen Stein auf ein leeres Feld, so dass mindestens ein gegnerischer Stein umgedreht wird. Umgedreht
werden alle gegnerischen Steine, die waagerecht, senkrecht oder schräg lückenlos zwischen dem neuen Stein und einem
anderen eigenen liegen, in allen Richtungen zugleich. Du kannst dir nicht aussuchen, welche. Nur der neue Stein zählt:
Was die umgedrehten Steine ihrerseits einschließen, bleibt liegen.

![Weiß könnte auf c3 setzen …](before)

![… und dreht damit nach rechts, nach unten und schräg fünf Steine um.](after)

**Passen.** Wer etwas umdrehen kann, muss ziehen. Wer nichts umdrehen kann, setzt aus; das geschieht von selbst.

**Ende.** Kann niemand mehr ziehen, ist das Spiel vorbei, meist weil das Brett voll ist, manchmal auch früher: etwa wenn
eine Farbe verschwunden ist. Die Steine werden gezählt; bei gleich vielen endet das Spiel unentschieden. Wer vorher geht
oder die Bedenkzeit überschreitet, verliert.

**Notation.** Die Felder der Züge hintereinander, `f5d6c3…`; ausgesetzte Züge werden nicht geschrieben.
"""

RULES_EN = """\
**Aim.** Whoever has more discs of their own colour on the board at the end wins.

**Setting up.** The board has 8 × 8 squares, from a1 at the top left to h8 at the bottom right. At the start four discs
lie in the middle: white ones on d5 and e4, black ones on d4 and e5. White begins; who has white is drawn by lot. In a
rematch the colours change.

![The start: white is to move. Dots show where a disc turns something.](start)

**A move.** Put a disc on an empty square so that it turns at least one enemy disc. All enemy discs that lie in an
unbroken row, straight or diagonal, between the new disc and another disc of yours are turned, in every direction at
once. You cannot choose which. Only the new disc counts: what the turned discs enclose in their turn stays as it is.

![White could put a disc on c3 …](before)

![… which turns five discs: to the right, downwards and diagonally.](after)

**Passing.** Whoever can turn something must move. Whoever can turn nothing passes; that happens by itself.

**The end.** When nobody can move any more the game is over, mostly because the board is full, sometimes earlier: when
one colour has vanished, for example. The discs are counted; equal numbers are a draw. Whoever leaves before that, or
runs out of time, loses.

**Notation.** The squares of the moves in a row, `f5d6c3…`; passes are not written.
"""

TEXTS = Texts(
    name=Text(de="Reversi", en="Reversi"),
    overview=Text(
        de="Steine einschließen und umdrehen: Die Mehrheit wechselt bis zum letzten Zug.",
        en="Enclose discs and turn them: the majority changes hands until the last move.",
    ),
    rules=Text(de=RULES_DE, en=RULES_EN),
    credits=Text(
        de="Reversi kam 1883 in London heraus; erfunden haben wollten es Lewis Waterman und John W. Mollett.",
        en="Reversi appeared in London in 1883; both Lewis Waterman and John W. Mollett claimed to have invented it.",
    ),
    refusals={
        "over": Text(de="Das Spiel ist zu Ende.", en="The game is over."),
        "not_your_turn": Text(de="Du bist nicht am Zug.", en="It is not your turn."),
        "square_taken": Text(de="Auf diesem Feld liegt schon ein Stein.", en="There is a disc on that square already."),
        "turns_nothing": Text(
            de="Dort würde kein gegnerischer Stein umgedreht.", en="A disc there would turn no enemy disc."
        ),
        "not_notation": Text(
            de="Das ist keine Zugfolge wie f5d6c3: Felder von a1 bis h8, ohne Trennzeichen.",
            en="That is no sequence of moves such as f5d6c3: squares from a1 to h8, nothing between them.",
        ),
    },
)

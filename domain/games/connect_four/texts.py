"""What a person reads about Vier gewinnt, in both languages."""

from domain.kernel import Texts
from domain.value import Text

RULES_DE = """\
**Ziel.** Wer zuerst vier oder mehr eigene Steine in einer Linie hat, gewinnt: waagerecht, senkrecht oder schräg.

**Zug.** Das Spielbrett steht aufrecht und hat sieben Spalten mit je sechs Feldern. Wer am Zug ist, wählt eine Spalte;
der Stein fällt darin auf das unterste freie Feld. In eine volle Spalte passt keiner mehr. Gezogen wird abwechselnd,
passen darf man nicht. Wer beginnt, wird ausgelost; in einer neuen Runde beginnt, wer zuletzt nicht begonnen hat.

![Rot ist am Zug. In jede Spalte, über der ein Pfeil steht, passt noch ein Stein.](under_way)

**Ende.** Mit der ersten Linie ist das Spiel gewonnen, und alle Steine der Linie blinken; schließt ein Stein mehrere
Linien, blinken sie alle. Ist das Brett voll, ohne dass jemand vier in einer Linie hat, endet das Spiel unentschieden.
Wer vorher geht oder die Bedenkzeit überschreitet, verliert. Danach kann man eine neue Runde anbieten.

![Vier in einer schrägen Linie: Rot gewinnt.](four)

**Notation.** Die Nummern der Spalten hintereinander, `4453…`.
"""

RULES_EN = """\
**Aim.** Whoever first has four or more discs of their own in a line wins: horizontally, vertically or diagonally.

**A move.** The board stands upright and has seven columns of six cells. Whoever is on turn chooses a column, and the
disc falls to its lowest free cell. A full column takes no more. The players move in turn; nobody may pass. Who begins
is drawn by lot; a new round is begun by whoever did not begin the last.

![Red is to move. Each column with an arrow above it has room for a disc.](under_way)

**The end.** The first line wins, and all its discs blink; where one disc closes several lines, they all do. A full
board without four in a line is a draw. Whoever leaves before that, or runs out of time, loses. After the end one may
offer a new round.

![Four in a diagonal line: red wins.](four)

**Notation.** The numbers of the columns in a row, `4453…`.
"""

TEXTS = Texts(
    name=Text(de="Vier gewinnt", en="Connect Four"),
    overview=Text(
        de="Vier in einer Linie, waagerecht, senkrecht oder schräg: schnell gelernt, voller Fallen.",
        en="Four in a line, across, up or diagonally: soon learnt and full of traps.",
    ),
    rules=Text(de=RULES_DE, en=RULES_EN),
    credits=Text(
        de="Vier gewinnt wurde von Howard Wexler und Ned Strongin erdacht und erschien 1974.",
        en="Connect Four was devised by Howard Wexler and Ned Strongin and appeared in 1974.",
    ),
    refusals={
        "over": Text(de="Das Spiel ist zu Ende.", en="The game is over."),
        "not_your_turn": Text(de="Du bist nicht am Zug.", en="It is not your turn."),
        "column_full": Text(de="Diese Spalte ist voll.", en="That column is full."),
        "not_notation": Text(
            de="Das ist keine Zugfolge wie 4453: Ziffern von 1 bis 7, ohne Trennzeichen.",
            en="That is no sequence of moves such as 4453: digits from 1 to 7, nothing between them.",
        ),
    },
)

"""What a person reads about Level X, in both languages."""

from domain.kernel import Texts
from domain.value import Text

RULES_DE = """\
**Ziel.** Sammle Chips und Bonusplättchen. Wer am Ende die meisten Punkte hat, gewinnt.

**Spielplan.** Sechs Reihen tragen die Zahlen 5 bis 10. Jede führt zu einem X; dieses Feld mitgezählt haben die Reihen
5 und 6 vier Felder, 7 und 8 drei, 9 und 10 zwei. In den Reihen 5 bis 10 liegen 12, 11, 10, 9, 8 und 7 Chips, jeder so
viel wert wie seine Reihe. Dazu kommen vier Bonusplättchen zu 15, 12, 9 und 6 Punkten. Du hast in jeder Reihe eine
Figur, die anfangs noch neben dem Brett steht. Wer beginnt, wird ausgelost; bei einer Revanche rückt der Beginn weiter.

**Zug.** Zu Beginn deines Zuges wird mit vier Würfeln geworfen. Teile sie in Gruppen aus einem bis vier Würfeln; Würfel
dürfen übrig bleiben, auch alle. Für jede Gruppe mit einer Summe von 5 bis 10 rückt deine Figur in dieser Reihe ein Feld
weiter, von außen auf das erste. Andere Summen bewirken nichts. Kommt eine Summe mehrmals vor, zählt jede Gruppe. Die
Reihenfolge der Gruppen ist gleichgültig.

![1, 2, 3 und 5 ergeben nichts, eine Summe von 5 bis 10, zweimal 5 oder 5 und 6.](roll)

**X.** Auf einem X steht höchstens eine Figur: Wer ankommt, wirft eine fremde vom Brett, und sie beginnt von vorn. Auf
den anderen Feldern dürfen beliebig viele stehen. Deine Figur auf dem X zieht nicht weiter.

**Chips.** Bringt eine Gruppe deine Figur auf das X oder steht sie schon dort, nimmst du einen Chip der Reihe, solange
noch einer da ist; mit zwei solchen Gruppen in einem Zug auch zwei.

![Rot hat 4 + 5 und 4 + 2 gebildet: In Reihe 9 muss Blau vom X, in Reihe 6 stand Rot schon
darauf. Das bringt zwei Chips.](taken)

**Bonus.** Ein Satz ist je ein Chip aus allen sechs Reihen. Für jeden Satz, den du vollendest, nimmst du das wertvollste
Plättchen, das noch da ist; ist keines mehr da, gibt es nichts.

**Ende.** Sind nach einem Zug alle Bonusplättchen vergeben oder drei Reihen leer, wird die Runde noch zu Ende gespielt,
so dass alle gleich oft am Zug waren. Wer angefangen hat, trägt neben den Punkten eine (1). Gleiche Punkte teilen sich
den Platz. Nimmt fünfzig Runden lang niemand einen Chip, endet das Spiel, wie es steht.

**Gehen.** Zu zweit verliert, wer geht oder die Bedenkzeit überschreitet. Zu dritt und zu viert kommen die Figuren dann
vom Brett, Chips und Plättchen sind aus dem Spiel, und es bleibt der unterste freie Platz; die anderen spielen weiter.
Wer als Letzter übrig ist, gewinnt.
"""

RULES_EN = """\
**Aim.** Collect chips and bonus tiles. Whoever has most points at the end wins.

**The board.** Six rows bear the numbers 5 to 10. Each leads to an X; counting that field, rows 5 and 6 have four
fields, 7 and 8 three, 9 and 10 two. In rows 5 to 10 lie 12, 11, 10, 9, 8 and 7 chips, each worth its row's number.
There are four bonus tiles besides, worth 15, 12, 9 and 6 points. You have one piece in each row; at first they all
stand beside the board. Who begins is drawn by lot; in a rematch the next player does.

**A turn.** Four dice are rolled at the start of your turn. Divide them into groups of one to four dice; any of them may
stay unused, even all. For each group with a sum of 5 to 10 your piece in that row moves on by one field, from outside
to the first. Other sums do nothing. Where a sum comes up more than once each group counts. The order of the groups
makes no difference.

![1, 2, 3 and 5 make nothing, one sum from 5 to 10, 5 twice, or 5 and 6.](roll)

**X.** There is room for one piece on an X: whoever arrives throws another player's off the board, and it begins again.
On the other fields there may be any number of pieces. Your piece on the X moves no further.

**Chips.** When a group brings your piece to the X, or finds it there, you take a chip of that row if there is one left;
with two such groups in one turn you take two.

![Red has made 4 + 5 and 4 + 2: in row 9 blue must leave the X, in row 6 red stood there already. That brings
two chips.](taken)

**Bonus.** A set is one chip from each of the six rows. For each set you complete you take the most valuable tile there
is; once they are gone there is nothing to take.

**The end.** When all bonus tiles are taken or three rows are empty after a turn, the round is played to its end, so
that everyone has had equally many turns. Whoever began has a (1) beside the points. Equal points share the place. If
nobody takes a chip for fifty rounds the game ends as it stands.

**Leaving.** With two players, whoever leaves or runs out of time loses. With three or four the pieces then leave the
board, chips and tiles are out of play, and what remains is the lowest free place; the others go on. The last one left
wins.
"""

TEXTS = Texts(
    name=Text(de="Level X", en="Level X"),
    overview=Text(
        de="Vier Würfel geschickt aufteilen, Figuren auf das X bringen und Chips sammeln, bevor es andere tun.",
        en="Divide four dice cleverly, bring pieces to the X and collect chips before the others do.",
    ),
    rules=Text(de=RULES_DE, en=RULES_EN),
    credits=Text(
        de="Level X ist ein Würfelspiel von Stefan Risthaus.",
        en="Level X is a dice game designed by Stefan Risthaus.",
    ),
    refusals={
        "over": Text(de="Das Spiel ist zu Ende.", en="The game is over."),
        "not_your_turn": Text(de="Du bist nicht am Zug.", en="It is not your turn."),
        "die_twice": Text(
            de="Ein Würfel ist doppelt verplant: Jeder gehört in höchstens eine Gruppe.",
            en="A die is used twice: each belongs to one group at most.",
        ),
    },
)

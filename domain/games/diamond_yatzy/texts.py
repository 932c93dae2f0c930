"""What a person reads about DiamondYatzy, in both languages."""

from domain.kernel import Texts
from domain.value import Text

RULES_DE = """\
**Ziel.** Zwei spielen mit denselben Juwelen, jeder auf dem eigenen Brett. Wer am Ende mehr Punkte hat, gewinnt;
gleiche Summen sind ein Unentschieden.

**Juwelen.** Weiß zählt 1, Gelb 2, Rot 3, Blau 4, Violett 5, Grün 6; so viele Ecken hat auch der Stein, nur der weiße
ist rund. Eine *Kollektion* sind fünf Juwelen auf fünf Plätzen.

**Runde.** Jede der 13 Runden beginnt mit einer Kollektion, die schon daliegt. Zweimal darfst du beliebig viele Juwelen
in der *Ablage* behalten und die übrigen Plätze neu ziehen; was du behalten hast, darfst du beim nächsten Mal wieder
hergeben. Spätestens nach der dritten Kollektion füllst oder streichst du ein Feld der *Einkaufsliste*. Eintragen
darfst du auch schon vorher; es zählt immer, was gerade daliegt. Ein gestrichenes Feld bleibt leer und bringt nichts.
Streichen darfst du jedes freie Feld; eines, das gerade nichts bringt, kannst du nur streichen.

![Die zweite Kollektion: Zwei violette Juwelen liegen in der Ablage. Umrandete Felder brächten etwas.](collection)

**Joker.** Dreimal im Spiel, höchstens einmal in einer Runde und nur bei der dritten Kollektion darfst du ein Juwel in
eines anderer Farbe verwandeln.

**Einkaufsliste.**

| Feld | Punkte |
| --- | --- |
| 1er bis 6er | die Summe der Juwelen dieser Farbe |
| Bonus | 35, sobald diese sechs Felder zusammen 63 oder mehr bringen |
| Dreierpasch | drei gleiche oder mehr: das Dreifache ihres Wertes, bei Rot also 9 |
| Viererpasch | vier gleiche oder mehr: das Vierfache ihres Wertes, bei Rot also 12 |
| Full House | drei gleiche und zwei andere gleiche: 25 |
| Kleine Straße | vier Werte in Folge (1-2-3-4, 2-3-4-5 oder 3-4-5-6): 30 |
| Große Straße | fünf Werte in Folge (1-2-3-4-5 oder 2-3-4-5-6): 40; sie gilt auch als kleine |
| Yatzy | fünf gleiche: 50 |
| Chance | die Summe aller fünf Juwelen |

![Runde 12: Der Viererpasch brächte mit vier blauen Juwelen 16. Yatzy ist gestrichen.](shopping)

**Gleiche Juwelen.** Für jede Runde, jede Kollektion und jeden Platz gibt es ein Juwel, für beide dasselbe. Ihr könnt
gleichzeitig spielen oder nacheinander: Es macht keinen Unterschied.

**Wer was sieht.** Dein Brett gehört dir allein, bis das andere fertig ist. Wer fertig ist, darf dem anderen zusehen,
und alle anderen dürfen es auch. Was du dann schreibst, liest der andere erst, wenn er ebenfalls fertig ist.

**Zeit.** Das Duell beginnt, sobald beide da sind. Die Frist, eine Stunde bis vierzehn Tage, gilt für das ganze Brett
und läuft für beide vom Beginn an; nichts verschiebt sie. Wer bis dahin nicht fertig ist oder vorher geht, verliert; wer
fertig ist, darf gehen, ohne etwas zu verlieren. Ist bei Ablauf keiner fertig, wird das Duell abgebrochen, und beide
haben es verlassen.

**Tische.** Passwörter gibt es hier nicht. Man kann aber jemanden unmittelbar einladen, und wer den Tisch öffnet, darf
begrenzen, wie stark der andere sein soll.
"""

RULES_EN = """\
**Aim.** Two players get the same jewels, each on a board of their own. The higher total wins; equal totals are a draw.

**Jewels.** White counts 1, yellow 2, red 3, blue 4, violet 5, green 6; a stone has that many corners, too, but
for the white one, which is round. A *collection* is five jewels in five slots.

**A round.** Each of the 13 rounds begins with a collection that lies there already. Twice you may keep any of the
jewels aside and draw the other slots anew; what you kept you may give back the next time. After the third collection at
the latest you fill or strike a box of the *shopping list*. You may also enter a box earlier; what counts is always what
lies there. A box once struck stays empty and brings nothing. You may strike any free box; one that would bring nothing
can only be struck.

![The second collection: two violet jewels are set aside. Boxes with a frame would bring something.](collection)

**Jokers.** Three times in a game, at most once in a round and only at the third collection, you may turn one jewel into
one of another colour.

**The shopping list.**

| Box | Points |
| --- | --- |
| Ones to sixes | the sum of the jewels of that colour |
| Bonus | 35, once these six boxes reach 63 or more |
| Three of a kind | three alike or more: three times their value, which is 9 for red |
| Four of a kind | four alike or more: four times their value, which is 12 for red |
| Full house | three alike and two others alike: 25 |
| Small straight | four values in a row (1-2-3-4, 2-3-4-5 or 3-4-5-6): 30 |
| Large straight | five values in a row (1-2-3-4-5 or 2-3-4-5-6): 40; it counts as a small one, too |
| Yatzy | five alike: 50 |
| Chance | the sum of all five jewels |

![Round 12: four of a kind would bring 16 with four blue jewels. Yatzy has been struck.](shopping)

**The same jewels.** There is one jewel for each round, each collection and each slot, the same for both. You can play
at the same time or one after the other: it makes no difference.

**Who sees what.** Your board is yours alone until the other one is complete. Whoever has finished may watch the other,
and so may everyone else. What you write then reaches the other only when they have finished as well.

**Time.** The duel starts as soon as both are there. The limit, one hour to fourteen days, is for the whole board and
runs for both from the start; nothing moves it. Whoever has not finished by then, or leaves before, loses; whoever has
finished may leave and loses nothing. If neither has finished when time is up the duel is called off, and both have left
it.

**Tables.** There are no passwords here. But one may invite somebody directly, and whoever opens the table may say how
strong the other can be at most.
"""

TEXTS = Texts(
    name=Text(de="DiamondYatzy", en="DiamondYatzy"),
    overview=Text(
        de="Ein Duell mit denselben Juwelen für beide: Es gewinnt, wer mehr daraus macht.",
        en="A duel on the same jewels for both: whoever makes more of them wins.",
    ),
    rules=Text(de=RULES_DE, en=RULES_EN),
    credits=Text(
        de="Ein Verwandter von Yatzy und Kniffel; Yahtzee kam 1956 von Edwin S. Lowe heraus.",
        en="A relative of Yatzy and Yahtzee, which Edwin S. Lowe brought out in 1956.",
    ),
    refusals={
        "over": Text(de="Das Duell ist zu Ende.", en="The duel is over."),
        "not_your_turn": Text(de="Dein Brett ist schon fertig.", en="Your board is complete already."),
        "no_more_collections": Text(
            de="Das war die dritte Kollektion: Jetzt füllst oder streichst du ein Feld.",
            en="That was the third collection: now fill or strike a box.",
        ),
        "slot_twice": Text(de="Ein Platz ist doppelt genannt.", en="A slot is named twice."),
        "joker_too_early": Text(
            de="Der Joker gilt erst bei der dritten Kollektion.", en="A joker waits for the third collection."
        ),
        "joker_played": Text(
            de="In dieser Runde hast du schon einen Joker gespielt.",
            en="You have played a joker in this round already.",
        ),
        "no_joker_left": Text(de="Du hast keinen Joker mehr.", en="You have no joker left."),
        "same_colour": Text(
            de="Dieses Juwel hat die Farbe schon: Wähle eine andere.",
            en="That jewel is of this colour already: choose another.",
        ),
        "box_used": Text(de="Dieses Feld ist schon vergeben.", en="That box is taken already."),
        "worth_nothing": Text(
            de="Dieses Feld brächte nichts: Du kannst es nur streichen.",
            en="That box would bring nothing: you can only strike it.",
        ),
    },
)

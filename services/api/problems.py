"""Problems: every refusal, with its status and a sentence in both languages (RFC 9457)."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Any

from msgspec import UNSET, Meta, UnsetType

from domain.value import Text, Value
from services.api import wire

PATH = "/v1/problems"
PROBLEM_JSON = "application/problem+json"


class Refusal(Value):
    """One way to say no: the code is its key in `REFUSALS`, and stable."""

    status: int
    text: Text


class ProblemDetails(Value):
    """A refusal as RFC 9457 has it.  What helps comes along, where it does."""

    type: Annotated[str, Meta(description="Leads to what the code means.")]
    title: Annotated[str, Meta(description="What the code means, in English.")]
    status: int
    detail: Annotated[str, Meta(description="What was refused and why, in the language asked for.")]
    code: Annotated[str, wire.named("Code"), Meta(description="Stable: what a program looks at.")]
    version: Annotated[int, Meta(description="What the caller's audience has been shown by now.")] | UnsetType = UNSET
    steps: Annotated[Sequence[wire.StepView], Meta(description="What the caller missed.")] | UnsetType = UNSET
    moves: wire.Moves | UnsetType = UNSET
    retry_after: Annotated[float, Meta(description="How many seconds to wait.")] | UnsetType = UNSET
    trace: Annotated[str, Meta(description="What to quote when asking the operators about it.")] | UnsetType = UNSET


class Problem(Exception):
    """A request was refused and has changed nothing."""

    def __init__(
        self,
        code: str,
        *,
        detail: str | None = None,
        text: Text | None = None,
        retry_after: float | None = None,
        **more: Any,
    ) -> None:
        """Take the code and what helps; `text` comes from a game's own refusal, `detail` says what is malformed."""
        super().__init__(code)
        self.code = code
        self.detail = detail
        self.text = text
        self.retry_after = retry_after
        self.more = more

    @property
    def status(self) -> int:
        """Return the HTTP status: of the catalogue, or 422 where a game's own rules refused."""
        return REFUSALS[self.code].status if self.text is None else RULES_STATUS


RULES_STATUS = 422


def _no(status: int, en: str, de: str) -> Refusal:
    return Refusal(status=status, text=Text(de=de, en=en))


REFUSALS: Mapping[str, Refusal] = MappingProxyType(
    {
        "too_large": _no(413, "The body is larger than allowed.", "Der Inhalt ist größer als erlaubt."),
        "token_missing": _no(401, "This needs a token.", "Dafür braucht es ein Token."),
        "token_unknown": _no(401, "This token is not valid.", "Dieses Token gilt nicht."),
        "wrong_credentials": _no(403, "Name or password is wrong.", "Name oder Passwort ist falsch."),
        "foreign_origin": _no(
            403,
            "With a cookie this works from our own pages only.",
            "Mit Cookie geht das nur von unseren eigenen Seiten.",
        ),
        "banned": _no(403, "This account has been closed by an operator.", "Dieses Konto wurde gesperrt."),
        "wrong_word": _no(403, "This table has another password.", "Dieser Tisch hat ein anderes Passwort."),
        "too_strong": _no(403, "This table is for weaker opponents.", "Dieser Tisch ist für schwächere Gegner."),
        "not_invited": _no(403, "This invitation is not yours.", "Diese Einladung gilt nicht dir."),
        "invitation_answered": _no(
            409, "This invitation was answered already.", "Diese Einladung ist schon beantwortet."
        ),
        "no_such_kind": _no(404, "There is no such kind of game.", "Diese Art von Spiel gibt es nicht."),
        "not_onlooker": _no(
            403,
            "Players are told what onlookers say after the end, and say nothing there.",
            "Was Zuschauer schreiben, lesen Mitspieler erst nach dem Ende; sie schreiben dort nicht.",
        ),
        "muted": _no(403, "You may not write here.", "Du darfst hier nicht schreiben."),
        "ignored": _no(403, "This player ignores you.", "Dieser Spieler ignoriert dich."),
        "not_yourself": _no(422, "Nobody does that to themselves.", "Das tut niemand mit sich selbst."),
        "too_many_ignored": _no(422, "You ignore too many already.", "Du ignorierst schon zu viele."),
        "no_such_line": _no(404, "There is no such line.", "Diese Zeile gibt es nicht."),
        "no_such_player": _no(404, "There is no such player.", "Diesen Spieler gibt es nicht."),
        "no_such_invitation": _no(404, "There is no such invitation.", "Diese Einladung gibt es nicht."),
        "robot_not_offered": _no(
            422, "This kind has no robot of that level.", "Dieses Spiel hat keinen Roboter dieser Stufe."
        ),
        "word_not_offered": _no(
            422, "This kind has no tables with a password.", "Dieses Spiel kennt keine Passwörter."
        ),
        "name_taken": _no(409, "Somebody has this name.", "Diesen Namen hat schon jemand."),
        "already_registered": _no(409, "You are registered already.", "Du bist schon registriert."),
        "name_not_allowed": _no(
            422,
            "A name has 2 to 24 letters, digits, dots, hyphens, underscores or single spaces.",
            "Ein Name hat 2 bis 24 Buchstaben, Ziffern, Punkte, Bindestriche, Unterstriche oder einzelne Leerzeichen.",
        ),
        "not_found": _no(404, "There is nothing here.", "Hier ist nichts."),
        "no_such_game": _no(404, "There is no such game.", "Dieses Spiel gibt es nicht."),
        "no_such_version": _no(404, "The game has not come that far.", "So weit ist das Spiel nicht."),
        "no_such_member": _no(
            404, "Nobody of that id sits at this table.", "Niemand mit dieser Kennung sitzt am Tisch."
        ),
        "method_not_allowed": _no(405, "This cannot be done here.", "Das geht hier nicht."),
        "malformed": _no(400, "The request is malformed.", "Die Anfrage ist fehlerhaft."),
        "key_reused": _no(
            422,
            "This Idempotency-Key was used for something else.",
            "Dieser Idempotency-Key galt schon etwas anderem.",
        ),
        "not_seated": _no(
            403, "Only those who sit at this table may do that.", "Das darf nur, wer an diesem Tisch sitzt."
        ),
        "not_host": _no(403, "Only the host may do that.", "Das darf nur, wer den Tisch eröffnet hat."),
        "stale": _no(
            412, "The game has moved on: see the steps missed.", "Das Spiel ist weiter: siehe die versäumten Schritte."
        ),
        "not_started": _no(409, "The game has not started yet.", "Das Spiel hat noch nicht begonnen."),
        "already_started": _no(409, "The game has started already.", "Das Spiel hat schon begonnen."),
        "over": _no(409, "The game is over.", "Das Spiel ist zu Ende."),
        "not_finished": _no(409, "The game is not finished yet.", "Das Spiel ist noch nicht zu Ende."),
        "not_your_turn": _no(409, "It is not your turn.", "Du bist nicht am Zug."),
        "already_member": _no(409, "You sit at this table already.", "Du sitzt schon an diesem Tisch."),
        "already_left": _no(409, "You have left this game.", "Du hast dieses Spiel verlassen."),
        "table_full": _no(409, "Every seat is taken.", "Alle Plätze sind besetzt."),
        "too_few": _no(409, "There are too few players.", "Es sind zu wenige Mitspieler."),
        "overtaken": _no(
            409,
            "Something happened while your move arrived: see the steps missed.",
            "Während dein Zug ankam, ist etwas geschehen: siehe die versäumten Schritte.",
        ),
        "time_over": _no(409, "Your time had run out.", "Deine Zeit war abgelaufen."),
        "other_audience": _no(
            409,
            "This resume id belongs to another seat, or to the onlookers.",
            "Diese Kennung gehört zu einem anderen Platz oder zu den Zuschauern.",
        ),
        "no_rematch": _no(409, "This game has no rematch.", "Zu diesem Spiel gibt es keine Revanche."),
        "no_such_option": _no(422, "This kind has no such option.", "Diese Option gibt es bei diesem Spiel nicht."),
        "seats_not_offered": _no(
            422, "This kind is not played by that many.", "Dieses Spiel spielt man nicht zu so vielen."
        ),
        "limit_not_offered": _no(
            422, "This kind does not allow that time limit.", "Diese Bedenkzeit gibt es bei diesem Spiel nicht."
        ),
        "no_notation": _no(406, "This game has no such notation.", "Für dieses Spiel gibt es diese Notation nicht."),
        "too_many_requests": _no(429, "Too many requests; wait a little.", "Zu viele Anfragen; warte ein wenig."),
        "unavailable": _no(
            503,
            "The server cannot do this just now; try again with the same Idempotency-Key.",
            "Der Server kann das gerade nicht; versuche es noch einmal mit demselben Idempotency-Key.",
        ),
        "internal": _no(500, "Something went wrong on our side.", "Bei uns ist etwas schiefgegangen."),
    }
)

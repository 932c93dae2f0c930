"""What the server logs is one line a fact, and no secret gets through."""

import json
import logging

import pytest
import structlog

from infra.settings import Settings
from infra.telemetry import start_logging

pytestmark = pytest.mark.usefixtures("logs_restored")

PASSWORD = "hunter2"
KEY = "A" * 43 + "="


def logged(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().err.splitlines()]


def test_outside_development_a_fact_is_a_line_of_json(capsys: pytest.CaptureFixture[str]) -> None:
    start_logging(Settings(environment="production", word_keys=KEY))
    structlog.get_logger("games").info("game_finished", moves=41)
    (line,) = logged(capsys)

    assert line.pop("timestamp")
    assert line == {"event": "game_finished", "level": "info", "logger": "games", "moves": 41}


def test_what_libraries_log_leaves_the_same_way(capsys: pytest.CaptureFixture[str]) -> None:
    start_logging(Settings(environment="production", word_keys=KEY))
    logging.getLogger("library").warning("slow by %s", 3)
    (line,) = logged(capsys)

    assert (line["event"], line["level"], line["logger"]) == ("slow by 3", "warning", "library")


def test_what_is_below_the_level_is_not_logged(capsys: pytest.CaptureFixture[str]) -> None:
    start_logging(Settings(environment="production", word_keys=KEY, log_level="warning"))
    structlog.get_logger("games").info("game_finished")
    logging.getLogger("library").info("done")

    assert logged(capsys) == []


@pytest.mark.parametrize("field", ["token", "password", "seed", "authorization", "cookie", "table_word", "Token_Hash"])
def test_a_field_named_like_a_secret_is_hidden(capsys: pytest.CaptureFixture[str], field: str) -> None:
    start_logging(Settings(environment="production", word_keys=KEY))
    structlog.get_logger().info("signed_in", **{field: "hunter2"})
    logging.getLogger("library").info("signed in", extra={field: "hunter2"})

    assert [line[field] for line in logged(capsys)] == ["***", "***"]


def test_the_row_that_a_database_quotes_is_not_logged(capsys: pytest.CaptureFixture[str]) -> None:
    start_logging(Settings(environment="production", word_keys=KEY))
    error = LookupError("duplicate key\nDETAIL:  Key (name_key)=(anna) already exists.\nHINT:  Another.")
    structlog.get_logger().error("failed", exc_info=error)
    (line,) = logged(capsys)

    assert "anna" not in str(line)
    assert "duplicate key" in str(line["exception"])
    assert "HINT:  Another." in str(line["exception"])


def connect_in_vain(password: str) -> None:
    raise ConnectionError(f"no answer from postgresql://somebody:{password}@there/it")


@pytest.mark.parametrize("environment", ["development", "production"])
def test_a_traceback_shows_no_password_and_no_values_of_variables(
    capsys: pytest.CaptureFixture[str], environment: str
) -> None:
    start_logging(Settings.model_validate({"environment": environment, "word_keys": KEY}))
    try:
        connect_in_vain(PASSWORD)
    except ConnectionError:
        structlog.get_logger().exception("connection_failed")
    written = capsys.readouterr().err

    assert "no answer from postgresql://somebody:***@there" in written
    assert PASSWORD not in written


def test_what_is_said_for_terminals_alone_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    start_logging(Settings(environment="development"))
    logging.getLogger("uvicorn.error").info("ready", extra={"color_message": "\x1b[1mready"})

    assert "color_message" not in capsys.readouterr().err


def test_in_development_people_read_it(capsys: pytest.CaptureFixture[str]) -> None:
    start_logging(Settings(environment="development"))
    structlog.get_logger("games").info("game_finished", moves=41)

    assert "moves=41" in capsys.readouterr().err

"""Telemetry: what the server says about itself, one fact a line, secrets left out."""

import logging
import re
import sys

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from infra.settings import HIDDEN, Settings, without_passwords
from infra.traces import trace_id

DETAIL = re.compile(r"(DETAIL: +).*")  # In which PostgreSQL quotes the row: somebody's name, perhaps.
SECRET = ("authorization", "cookie", "luck", "password", "secret", "seed", "token", "word")


def start_logging(settings: Settings) -> None:
    """Let everything that is logged, by whichever library, leave as one line on standard error.

    JSON outside development, where a machine reads it.  Called once, by whoever puts a process together.
    """
    shared = _shared()
    plain = structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback)
    rendered: Processor = plain if settings.environment == "development" else structlog.processors.JSONRenderer()
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, rendered],
        )
    )
    logging.basicConfig(level=settings.log_level.upper(), handlers=[handler], force=True)
    structlog.configure(
        processors=[structlog.stdlib.filter_by_level, *shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )


def _shared() -> list[Processor]:
    return [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(),
        _without_colours,
        _traced,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,  # As plain text: prettier ones show the values of variables.
        without_secrets,
    ]


def _without_colours(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Leave out what uvicorn says a second time, for terminals, with their codes for colours in it."""
    event.pop("color_message", None)
    return event


def _traced(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Say during which request it happened: as its answer does, where that is a refusal."""
    if (trace := trace_id()) is not None:
        event["trace"] = trace
    return event


def without_secrets(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Hide what is named like a secret, and passwords inside addresses: a second net, since nobody should log them."""
    return {name: HIDDEN if _secret(name) else _cleaned(value) for name, value in event.items()}


def _secret(name: str) -> bool:
    return any(word in name.lower().split("_") for word in SECRET)


def _cleaned(value: object) -> object:
    return DETAIL.sub(rf"\1{HIDDEN}", without_passwords(value)) if isinstance(value, str) else value

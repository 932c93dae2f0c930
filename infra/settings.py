"""Settings: what an operator decides, read once from the environment and checked before anything starts."""

import os
import re
from base64 import urlsafe_b64decode
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Self, TypeAlias
from urllib.parse import urlsplit

from cryptography.fernet import Fernet
from pydantic import AfterValidator, Field, ValidationError, model_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SecretsSettingsSource, SettingsConfigDict

PREFIX = "ZUGFOLGE_"
SECRETS_DIR = f"{PREFIX}SECRETS_DIR"
HIDDEN = "***"
OPERATOR_TOKEN_MIN = 24
SECRET = frozenset({"word_keys", "operator_tokens"})  # Never shown; of addresses only the passwords are.
DEVELOPMENT = "development"  # So begin secrets that anyone can read; production refuses them.
DEVELOPMENT_KEY = "ZGV2ZWxvcG1lbnQtb25seS1ub3QtYS1zZWNyZXQtISE="
PASSWORD = re.compile(r"(://[^\s/:@]*:)[^\s/]+(?=@)|([?&]\w*password=)[^\s&]+")
"""As it stands in an address: before the host, or among the parameters."""

Port: TypeAlias = Annotated[int, Field(ge=0, le=65535)]
"""0 lets the system choose one."""

Count: TypeAlias = Annotated[int, Field(ge=1, le=1_000_000)]
Seconds: TypeAlias = Annotated[float, Field(gt=0, le=3600)]


class SettingsInvalid(Exception):
    """The environment does not describe a server; the message names each variable and what is wrong with it."""


def _absolute(path: Path) -> Path:
    return path.expanduser().absolute()


def _keys(keys: str) -> str:
    for key in keys.split(","):
        try:
            Fernet(key.strip())
        except ValueError:
            raise ValueError("must be Fernet keys (32 bytes, URL-safe base64), separated by commas") from None
    return keys


def _operators(text: str) -> str:
    for name, token in (_split(one) for one in text.split(",") if one.strip()):
        if not name or len(token) < OPERATOR_TOKEN_MIN:
            raise ValueError(f"must be name:token, separated by commas; a token has {OPERATOR_TOKEN_MIN} characters")
    return text


def _split(one: str) -> tuple[str, str]:
    name, _, token = one.strip().partition(":")
    return name, token


def _of_postgres(url: str) -> str:
    return _checked(url, "postgresql", "postgres")


def _of_redis(url: str) -> str:
    return _checked(url, "redis", "rediss", "unix")


def _checked(url: str, *schemes: str) -> str:
    if url and urlsplit(url).scheme not in schemes:
        raise ValueError(f"must begin with {' or '.join(f'{scheme}://' for scheme in schemes)}")
    return url


class Settings(BaseSettings):
    """Every setting with its default and its range.

    Times are in seconds, sizes in bytes.  An empty address means the embedded store of that kind.
    """

    # An error quotes no input: it may be a password.
    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
        validate_by_name=True,
        validate_default=True,
    )

    database_url: Annotated[str, AfterValidator(_of_postgres), Field(validation_alias="DATABASE_URL")] = ""
    database_owner_url: Annotated[str, AfterValidator(_of_postgres), Field(validation_alias="DATABASE_OWNER_URL")] = ""
    """Migrates, rebuilds, archives; see `owner_url`."""
    redis_url: Annotated[str, AfterValidator(_of_redis), Field(validation_alias="REDIS_URL")] = ""
    redis_cluster: bool = False
    """Whether `REDIS_URL` names a node of a Redis Cluster; all others are found through it."""
    redis_prefix: Annotated[str, Field(pattern=r"^[a-z0-9_.-]{1,64}$")] = "zugfolge"
    """Begins every key and channel, so that installations can share a Redis."""

    # In Kubernetes a Service named zugfolge would set ZUGFOLGE_PORT to an address: pods need enableServiceLinks: false.
    host: str = "127.0.0.1"
    port: Port = 8000
    ops_port: Port | None = None
    """Metrics and the operators' routes; without it they are served nowhere."""
    data: Annotated[Path, AfterValidator(_absolute)] = Path(".zugfolge")
    """The folder of the embedded stores."""
    operator_tokens: Annotated[str, AfterValidator(_operators), Field(repr=False)] = ""
    """A secret: who may use the operators' routes.  `name:token`, separated by commas; 24 characters or more each."""
    environment: Literal["development", "production"] = "development"
    word_keys: Annotated[str, AfterValidator(_keys), Field(repr=False)] = DEVELOPMENT_KEY
    """Encrypt table words: Fernet keys separated by commas, the newest first; older ones still read.  A secret."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"

    # The database.
    pool_size_min: Annotated[int, Field(ge=0, le=64)] = 4
    pool_size_max: Annotated[int, Field(ge=1, le=64)] = 8
    acquire_seconds_max: Seconds = 2
    """How long a request waits for a connection before it is answered with 503."""
    command_seconds_max: Seconds = 10
    """How long the client waits for an answer; the server gives up earlier (`statement_seconds_max`)."""
    statement_seconds_max: Seconds = 5
    lock_seconds_max: Seconds = 2
    transaction_idle_seconds_max: Seconds = 10
    append_queue_max: Count = 1024
    """Commits that wait for the one in flight; beyond that 503."""
    append_batch_max: Annotated[int, Field(ge=1, le=1000)] = 64
    retries_max: Annotated[int, Field(ge=0, le=100)] = 5
    """How often a command that lost a race is decided again."""
    games_cached_max: Count = 4096

    # Requests.
    body_bytes_max: Annotated[int, Field(ge=1024, le=16 * 1024 * 1024)] = 64 * 1024
    page_max: Annotated[int, Field(ge=1, le=1000)] = 100
    """The items of one page of a list."""
    proxy_hops: Annotated[int, Field(ge=0, le=10)] = 0
    """How many of the right-most X-Forwarded-For entries are our own proxies."""
    rate_window_seconds: Seconds = 10
    rate_reads_max: Count = 600
    """Per caller and window, as are the three below."""
    rate_writes_max: Count = 300
    rate_sign_ins_max: Count = 30
    rate_lines_max: Count = 20
    """Lines of chat: more than anybody types, and less than a flood."""

    # Streams.
    resume_max: Count = 1000
    """More missing steps than this, and a stream begins anew with a reset."""
    topics_max: Annotated[int, Field(ge=1, le=1000)] = 32
    stream_queue_max: Annotated[int, Field(ge=1, le=100_000)] = 256
    """Messages that wait for one slow reader before it is disconnected, to resume."""
    heartbeat_seconds: Seconds = 15
    reconcile_seconds: Seconds = 2
    """How often the watched games are compared with the database."""
    silence_seconds_max: Seconds = 2.5
    """A Redis that says nothing for so long counts as lost."""

    # Robots.
    robot_processes: Annotated[int, Field(ge=1, le=64)] = 1
    """In which one worker's robots think, beside its event loop: one for each core it may use."""
    robot_pause_seconds: Annotated[float, Field(ge=0, le=5)] = 1
    """How long a robot waits before a move, so that people can follow; well below the shortest limit."""

    # Time.
    grace_seconds: Annotated[float, Field(ge=0, le=60)] = 2
    """How late a move may come; one and the same for every process of an installation."""

    @property
    def operators(self) -> Mapping[str, str]:
        """Each operator's token."""
        return dict(_split(one) for one in self.operator_tokens.split(",") if one.strip())

    @property
    def owner_url(self) -> str:
        """The owner's address of the database; by default the application's own."""
        return self.database_owner_url or self.database_url

    @classmethod
    def load(cls) -> Self:
        """Read the environment, and for what it does not name the files of `ZUGFOLGE_SECRETS_DIR`.

        Raises:
            SettingsInvalid: naming each variable that is wrong.
        """
        folder = os.environ.get(SECRETS_DIR)
        if folder and not Path(folder).is_dir():
            raise SettingsInvalid(f"{SECRETS_DIR}: no such folder: {folder}")
        try:
            return cls()
        except ValidationError as error:
            raise SettingsInvalid("\n".join(_sentence(detail) for detail in error.errors())) from None

    def describe(self) -> Mapping[str, str]:
        """Return each variable with the value in force, passwords hidden: what an operator may paste anywhere."""
        values = {name: getattr(self, name) for name in type(self).model_fields}
        texts = {
            name: "" if value is None else HIDDEN if name in SECRET else str(value) for name, value in values.items()
        }
        return {variable(name): without_passwords(text) for name, text in texts.items()}

    @model_validator(mode="after")
    def _agree(self) -> Self:
        if self.database_owner_url and not self.database_url:
            raise ValueError("DATABASE_OWNER_URL: needs DATABASE_URL beside it")
        if self.redis_cluster and urlsplit(self.redis_url).scheme not in {"redis", "rediss"}:
            raise ValueError(f"{variable('redis_cluster')}: needs REDIS_URL beside it, that of a node")
        if self.environment == "production" and (known := list(self._known())):
            raise ValueError("\n".join(f"{name}: production needs a secret of its own" for name in known))
        if self.pool_size_min > self.pool_size_max:
            raise ValueError(f"{variable('pool_size_min')}: must not exceed {variable('pool_size_max')}")
        if self.statement_seconds_max > self.command_seconds_max:
            names = variable("statement_seconds_max"), variable("command_seconds_max")
            raise ValueError(f"{names[0]}: must not exceed {names[1]}, so that the server gives up first")
        return self

    def _known(self) -> Iterator[str]:
        """Yield the variables whose secrets are no secrets."""
        if any(urlsafe_b64decode(key.strip()).startswith(DEVELOPMENT.encode()) for key in self.word_keys.split(",")):
            yield variable("word_keys")
        if any(token.startswith(DEVELOPMENT) for token in self.operators.values()):
            yield variable("operator_tokens")
        for name in ("database_url", "database_owner_url", "redis_url"):
            if (urlsplit(getattr(self, name)).password or "").startswith(DEVELOPMENT):
                yield variable(name)

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - a stray .env file decides nothing
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - takes its folder when the class is made
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        secrets = SecretsSettingsSource(settings_cls, secrets_dir=os.environ.get(SECRETS_DIR) or None)
        return init_settings, env_settings, secrets


def variable(name: str) -> str:
    """Return the environment variable that sets a field."""
    alias = Settings.model_fields[name].validation_alias
    return alias if isinstance(alias, str) else f"{PREFIX}{name.upper()}"


def without_passwords(text: str) -> str:
    """Return a text whose addresses may be shown and logged."""
    return PASSWORD.sub(rf"\1\2{HIDDEN}", text)


def _sentence(detail: Mapping[str, Any]) -> str:
    message = str(detail["msg"]).removeprefix("Value error, ")
    if not detail["loc"]:
        return message  # From `_agree`, which names its variables itself.
    name = str(detail["loc"][0])
    return f"{variable(name) if name in Settings.model_fields else name.upper()}: {message}"

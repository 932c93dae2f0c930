"""Settings say what is wrong before anything starts, and show everything but secrets."""

from pathlib import Path

import pytest

from infra.settings import Settings, SettingsInvalid, variable, without_passwords

KEY = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="
OURS = [variable(name) for name in Settings.model_fields] + ["ZUGFOLGE_SECRETS_DIR"]


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment of whoever runs the tests decides nothing here."""
    for name in OURS:
        monkeypatch.delenv(name, raising=False)


def test_without_an_environment_everything_has_a_default() -> None:
    settings = Settings.load()

    assert (settings.host, settings.port, settings.ops_port) == ("127.0.0.1", 8000, None)
    assert settings.data == Path.cwd() / ".zugfolge"
    assert settings.environment == "development"
    assert (settings.database_url, settings.owner_url, settings.redis_url) == ("", "", "")


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("ZUGFOLGE_PORT", "tcp://10.0.0.1:80", "valid integer"),
        ("ZUGFOLGE_PORT", "65536", "less than or equal to 65535"),
        ("ZUGFOLGE_ENVIRONMENT", "staging", "'development' or 'production'"),
        ("ZUGFOLGE_TOPICS_MAX", "0", "greater than or equal to 1"),
        ("ZUGFOLGE_HEARTBEAT_SECONDS", "soon", "valid number"),
        ("DATABASE_URL", "mysql://there/it", "must begin with postgresql://"),
        ("REDIS_URL", "there:6379", "must begin with redis://"),
        ("DATABASE_OWNER_URL", "postgresql://there/it", "needs DATABASE_URL"),
        ("ZUGFOLGE_REDIS_CLUSTER", "true", "needs REDIS_URL"),
        ("ZUGFOLGE_POOL_SIZE_MIN", "9", "must not exceed ZUGFOLGE_POOL_SIZE_MAX"),
        ("ZUGFOLGE_STATEMENT_SECONDS_MAX", "11", "must not exceed ZUGFOLGE_COMMAND_SECONDS_MAX"),
        ("ZUGFOLGE_SECRETS_DIR", "/nowhere/at/all", "no such folder"),
    ],
)
def test_what_is_wrong_is_said_by_variable(monkeypatch: pytest.MonkeyPatch, name: str, value: str, reason: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsInvalid, match=f"^{name}: .*{reason}"):
        Settings.load()


def test_everything_wrong_is_said_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZUGFOLGE_PORT", "-1")
    monkeypatch.setenv("ZUGFOLGE_LOG_LEVEL", "loud")
    with pytest.raises(SettingsInvalid) as refused:
        Settings.load()

    assert [line.partition(":")[0] for line in str(refused.value).splitlines()] == [
        "ZUGFOLGE_PORT",
        "ZUGFOLGE_LOG_LEVEL",
    ]


def test_a_refusal_quotes_no_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "mysql://somebody:hunter2@there/it")
    with pytest.raises(SettingsInvalid) as refused:
        Settings.load()

    assert "hunter2" not in str(refused.value)


def test_an_empty_variable_is_none_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZUGFOLGE_PORT", "")

    assert Settings.load().port == 8000


def test_a_mounted_file_speaks_where_the_environment_is_silent(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "DATABASE_URL").write_text("postgresql://mounted/it\n")
    (tmp_path / "ZUGFOLGE_PORT").write_text("1\n")
    monkeypatch.setenv("ZUGFOLGE_SECRETS_DIR", str(tmp_path))
    monkeypatch.setenv("ZUGFOLGE_PORT", "2")
    settings = Settings.load()

    assert settings.database_url == "postgresql://mounted/it"
    assert settings.port == 2


@pytest.mark.parametrize(
    ("name", "secret"),
    [
        ("ZUGFOLGE_WORD_KEYS", ""),
        ("ZUGFOLGE_WORD_KEYS", f"{KEY},ZGV2ZWxvcG1lbnQtb25seS1ub3QtYS1zZWNyZXQtISE="),
        ("ZUGFOLGE_OPERATOR_TOKENS", "rita:development-only-not-a-secret"),
        ("DATABASE_URL", "postgresql://zugfolge:development@there/it"),
        ("REDIS_URL", "redis://:development@there"),
    ],
)
def test_production_takes_no_secrets_of_development(monkeypatch: pytest.MonkeyPatch, name: str, secret: str) -> None:
    monkeypatch.setenv("ZUGFOLGE_WORD_KEYS", KEY)
    monkeypatch.setenv(name, secret)
    Settings.load()
    monkeypatch.setenv("ZUGFOLGE_ENVIRONMENT", "production")
    with pytest.raises(SettingsInvalid, match=f"^{name}: production needs a secret of its own$"):
        Settings.load()


def test_production_takes_secrets_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZUGFOLGE_WORD_KEYS", KEY)
    monkeypatch.setenv("ZUGFOLGE_ENVIRONMENT", "production")

    assert Settings.load().environment == "production"


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("ZUGFOLGE_PORT", "http\n", "valid integer"),
        ("DATABASE_URL", "mysql://somebody:hunter2@there/it\n", "must begin with postgresql://"),
        ("ZUGFOLGE_OPERATOR_TOKENS", "rita:hunter2\n", "24 characters"),
        ("ZUGFOLGE_WORD_KEYS", "hunter2\n", "Fernet keys"),
    ],
)
def test_what_is_wrong_in_a_mounted_file_is_said_by_variable_without_the_secret(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, content: str, reason: str
) -> None:
    (tmp_path / name).write_text(content)
    monkeypatch.setenv("ZUGFOLGE_SECRETS_DIR", str(tmp_path))
    with pytest.raises(SettingsInvalid, match=f"^{name}: .*{reason}") as refused:
        Settings.load()

    assert "hunter2" not in str(refused.value)


def test_every_secret_comes_from_a_mounted_file_and_none_is_shown(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    secrets = {
        "DATABASE_URL": "postgresql://zugfolge:hunter2@there/it",
        "DATABASE_OWNER_URL": "postgresql://owner:hunter2@there/it",
        "REDIS_URL": "redis://:hunter2@there",
        "ZUGFOLGE_OPERATOR_TOKENS": "rita:hunter2hunter2hunter2hunter2",
        "ZUGFOLGE_WORD_KEYS": KEY,
    }
    for name, secret in secrets.items():
        (tmp_path / name).write_text(f"{secret}\n")
    monkeypatch.setenv("ZUGFOLGE_SECRETS_DIR", str(tmp_path))
    settings = Settings.load()
    shown = "\n".join(f"{name}={value}" for name, value in settings.describe().items())

    assert (settings.database_url, settings.word_keys) == (secrets["DATABASE_URL"], KEY)
    assert settings.operators == {"rita": "hunter2hunter2hunter2hunter2"}
    assert "hunter2" not in shown
    assert KEY not in shown
    assert "ZUGFOLGE_WORD_KEYS=***" in shown
    assert "DATABASE_OWNER_URL=postgresql://owner:***@there/it" in shown


def test_the_owner_is_the_application_unless_said_otherwise() -> None:
    assert Settings(database_url="postgresql://a/b").owner_url == "postgresql://a/b"
    assert (
        Settings(database_url="postgresql://a/b", database_owner_url="postgresql://c/d").owner_url == "postgresql://c/d"
    )


def test_every_setting_is_described_by_its_variable() -> None:
    described = Settings.load().describe()

    assert described["ZUGFOLGE_PORT"] == "8000"
    assert described["ZUGFOLGE_OPS_PORT"] == ""
    assert all(
        name.startswith("ZUGFOLGE_") or name in {"DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL"}
        for name in described
    )


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("postgresql://somebody:hunter2@there:5432/it", "postgresql://somebody:***@there:5432/it"),
        ("postgresql://somebody:hun:t@r2@there/it", "postgresql://somebody:***@there/it"),
        ("postgresql://there/it?user=a&password=hunter2&port=1", "postgresql://there/it?user=a&password=***&port=1"),
        ("redis://:hunter2@there:6379/0", "redis://:***@there:6379/0"),
        ("redis://there:6379/0", "redis://there:6379/0"),
        (
            "no answer from redis://:hunter2@there and redis://here:1",
            "no answer from redis://:***@there and redis://here:1",
        ),
    ],
)
def test_passwords_are_hidden_wherever_an_address_holds_them(address: str, shown: str) -> None:
    assert without_passwords(address) == shown


def test_a_description_hides_passwords() -> None:
    settings = Settings(database_url="postgresql://somebody:hunter2@there/it", redis_url="redis://:hunter2@there")

    assert "hunter2" not in str(settings.describe())

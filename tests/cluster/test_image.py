"""The image: one for every process, within what the manifests allow, from the first start to a clean end."""

import re
import subprocess
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from typing import Any

import docker
import httpx
import pytest

from tests.cluster.acting import BASE, Acted, Stage, built, stage
from tests.cluster.manifests import TOP, ours
from tests.waiting import until

PROCESSES = ("api", "clock", "ratings", "robots")
SECONDS_MAX = 60
OWN_BYTES_MAX = 250 * 1024 * 1024
"""What the image may add to the one it is built upon."""


@pytest.fixture(scope="module")
def name() -> str:
    return built()


@pytest.fixture(scope="module")
def engine(name: str) -> Iterator[Any]:
    """Give the engine that has built the image: where there is none, that says so."""
    assert name
    engine = docker.from_env()
    try:
        yield engine
    finally:
        engine.close()


@pytest.fixture(scope="module")
def image(engine: Any, name: str) -> Any:
    return engine.images.get(name)


@pytest.fixture(scope="module")
async def migrated(name: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stage]:
    """Give the development overlay's stores, on which its migration has run."""
    folder = tmp_path_factory.mktemp("volumes")
    folder.chmod(0o755)
    async with stage(name, folder) as here:
        with here.acted("migrate") as job:
            assert job.ended() == 0, job.log()
        yield here


@pytest.fixture(scope="module")
async def house(migrated: Stage) -> AsyncIterator[Mapping[str, Acted]]:
    """Give all processes of the development overlay, ready."""
    with ExitStack() as stack:
        acted = dict[str, Acted]()
        for process in PROCESSES:  # One after the other: each has the machine for its start.
            acted[process] = stack.enter_context(migrated.acted(process))
            await until(partial(acted[process].passes, "readiness"))
        yield acted


def test_it_adds_little_to_its_base_and_nothing_that_builds(engine: Any, image: Any) -> None:
    base = engine.images.get(BASE)
    tools = ("cc", "gcc", "make", "pip", "pip3", "npm", "node", "git", "curl")
    script = [f"command -v {tool}" for tool in tools] + [
        "python -m pip",
        "python -m ensurepip",
        "ls -d /build /tools",
        "true",
    ]
    found = engine.containers.run(image, ["-c", "; ".join(script)], entrypoint="sh", remove=True)

    assert found == b"", "only what is missing is told, and that on the other output"
    assert image.attrs["Size"] - base.attrs["Size"] < OWN_BYTES_MAX


def test_its_labels_say_which_commit_it_is_of_and_nothing_of_when_it_was_built(image: Any) -> None:
    asked = ["git", "show", "--no-patch", "--format=%H %cI", "HEAD"]
    commit, at = subprocess.run(asked, cwd=TOP, check=True, capture_output=True, text=True).stdout.split()
    labels = {name.removeprefix("org.opencontainers.image."): value for name, value in image.labels.items()}

    assert labels == {
        "title": "Zugfolge",
        "description": "An event-sourced game server.",
        "licenses": "MIT",
        "version": "0.1.0",
        "revision": commit,
        "created": at,
    }


def test_it_says_its_version(engine: Any, name: str) -> None:
    assert engine.containers.run(name, ["--version"], remove=True) == b"0.1.0\n"


def test_it_runs_as_the_number_that_the_manifests_name(image: Any) -> None:
    users = {pod["spec"]["securityContext"]["runAsUser"] for pod in ours("base").values()}

    assert {int(image.attrs["Config"]["User"].partition(":")[0])} == users


def test_it_does_not_start_on_the_keys_of_development(engine: Any, name: str) -> None:
    ended = engine.containers.run(name, ["api"], detach=True)
    try:
        code, said = ended.wait(timeout=60)["StatusCode"], ended.logs().decode()
    finally:
        ended.remove(force=True)

    assert code != 0
    assert "ZUGFOLGE_WORD_KEYS" in said


async def test_every_process_passes_its_probes(house: Mapping[str, Acted]) -> None:
    for pod in house.values():
        for probe in ("startup", "readiness", "liveness"):
            await until(partial(pod.passes, probe))


async def test_the_page_is_in_it(house: Mapping[str, Acted]) -> None:
    async with httpx.AsyncClient(base_url=house["api"].url("http"), timeout=SECONDS_MAX) as browser:
        page = await browser.get("/", headers={"Accept": "text/html"})
        scripts = re.findall(r'src="(/assets/[^"]+\.js)"', page.text)
        assert page.status_code == 200
        assert [(await browser.get(script)).headers["content-type"].partition(";")[0] for script in scripts] == [
            "text/javascript"
        ]


async def test_a_game_is_played_against_a_robot_in_another_pod(house: Mapping[str, Acted]) -> None:
    async with httpx.AsyncClient(base_url=house["api"].url("http"), timeout=SECONDS_MAX) as client:
        client.headers["Authorization"] = f"Bearer {(await client.post('/v1/guests')).json()['token']}"
        opened = await client.post("/v1/games", json={"kind": "connect_four", "robots": ["easy"]})
        path = f"/v1/games/{opened.json()['id']}"

        async def over() -> Any:
            game = (await client.get(path)).json()
            if game["moves"]:
                await client.post(f"{path}/moves", json=game["moves"][0])
            return game["result"]

        result = await until(over)

        picture = await client.get(f"{path}/picture.png")

    assert result["reason"] in {"four", "full_board"}
    assert picture.content.startswith(b"\x89PNG")


async def test_nothing_was_killed_for_its_memory_and_each_ends_cleanly_when_told_to(house: Mapping[str, Acted]) -> None:
    assert [name for name, pod in house.items() if pod.killed_for_its_memory()] == []
    assert {name: pod.ended("SIGTERM") for name, pod in house.items()} == dict.fromkeys(PROCESSES, 0)


async def test_the_nightly_dump_is_written_and_leaves_nothing_half_done(migrated: Stage) -> None:
    with migrated.acted("backup", "overlays/production") as job:
        code, said = job.ended(), job.log()
    (dump,) = migrated.mounted("backup", "backups").iterdir()

    assert code == 0, said
    assert re.fullmatch(r"\d{4}-\d\d-\d\d\.dump", dump.name)
    assert dump.read_bytes().startswith(b"PGDMP")

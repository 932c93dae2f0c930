"""The README keeps its word: what it says to type does what it says."""

import asyncio
import re
import shutil
from asyncio.subprocess import PIPE, STDOUT
from pathlib import Path

from tests.requirements import require
from tests.servers import PROGRAM, on, server
from tests.stores import Stores

README = Path(__file__).parents[2] / "README.md"
SECONDS_MAX = 120


async def test_a_full_game_is_played_by_curl_alone_as_the_readme_has_it(stores: Stores, tmp_path: Path) -> None:
    if shutil.which("curl") is None:
        require("curl", "there is no curl")
    (script,) = re.findall(r"^```sh\n(.*?)^```", README.read_text(), re.DOTALL | re.MULTILINE)
    async with server(on(stores)) as running:
        script = script.replace("http://127.0.0.1:8000", running.url).replace(".venv/bin/zugfolge", str(PROGRAM))
        process = await asyncio.create_subprocess_exec(
            "sh", "-eu", cwd=tmp_path, stdin=PIPE, stdout=PIPE, stderr=STDOUT
        )
        async with asyncio.timeout(SECONDS_MAX):
            out, _ = await process.communicate(script.encode())
    said = out.decode()

    assert process.returncode == 0, said
    assert "'.0000..'" in said
    assert "'reason': 'four', 'places': [[0], [1]]" in said
    assert said.count("event: game") == 9  # Opened, joined and started, seven discs; then the end.
    assert "event: end" in said


def test_the_readme_is_read_in_one_sitting() -> None:
    assert len(README.read_text().splitlines()) <= 120


def test_what_the_readme_points_to_is_there() -> None:
    folders = re.findall(r"`((?:domain|infra|k8s|services|tests)/[\w/]*)`", README.read_text())
    pictures = re.findall(r'src="([^"]+)"', README.read_text())

    assert folders
    assert pictures
    assert [path for path in (*folders, *pictures) if not (README.parent / path).exists()] == []


def test_each_folder_of_the_map_has_a_readme_of_its_own() -> None:
    folders = re.findall(r"^\| `(\w+/)`", README.read_text(), re.MULTILINE)

    assert folders
    assert [folder for folder in folders if not (README.parent / folder / "README.md").is_file()] == []

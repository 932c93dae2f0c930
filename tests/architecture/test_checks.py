"""Every check can fail: each is shown a small made-up tree with one thing wrong."""

import subprocess
from pathlib import Path

from tests.architecture import checks

HASH = "--hash=sha256:00"
LOCK = "infra/locks/dev.txt"


def lines(number: int) -> str:
    return "x = 1\n" * number


def test_a_stranger_at_the_top_is_found() -> None:
    tree = {"setup.py": "", "src/a.py": "", ".ci/run": "", "README.md": "", "domain/match.py": ""}
    assert checks.strangers_at_the_top(tree) == ["setup.py", "src"]


def test_a_file_of_401_lines_is_found() -> None:
    tree = {"domain/a.py": lines(401), "domain/b.py": lines(400), LOCK: lines(401)}
    assert checks.long_files(tree) == ["domain/a.py: 401 lines"]


def test_a_function_of_41_lines_is_found() -> None:
    body = "    x = 1\n"
    tree = {"infra/a.py": f"async def long():\n{body * 40}\n\n@cache\ndef fits():\n{body * 39}"}
    assert checks.long_functions(tree) == ["infra/a.py:1: long has 41 lines"]


def test_a_module_without_an_opening_sentence_is_found() -> None:
    tree = {"domain/a.py": "# A comment is none.\nx = 1\n", "domain/b.py": '"""Match: who sits where."""\n'}
    assert checks.modules_without_opening_sentence(tree) == ["domain/a.py"]


def test_a_fixture_that_outlives_its_folder_is_found() -> None:
    fixture = '@pytest.fixture(scope="package")\ndef here() -> None: ...\n'
    tree = {"tests/a/conftest.py": fixture, "tests/b/conftest.py": fixture, "tests/b/__init__.py": ""}
    assert checks.fixtures_that_outlive_their_folder(tree) == ["tests/a/conftest.py"]


def test_what_a_game_lacks_is_found() -> None:
    held = ("__init__.py", "rules.py", "texts.py", "golden/a.jsonl")
    tree = {"domain/games/__init__.py": ""} | {f"domain/games/halma/{name}": "" for name in held}
    assert checks.incomplete_games(tree) == ["halma: no picture.py", "halma: no robot.py"]


def test_a_game_named_outside_its_folder_is_found_however_it_is_spelled() -> None:
    own = "domain/games/fast_go/rules.py"
    spellings = ["fast_go", "fast-go", "FastGoBoard", "FAST_GO", "Fast Go", "a breakfast good for you"]
    tree = {own: "fast_go", "services/web/page.js": "\n".join(spellings), "tests/test_a.py": "fast_go"}
    found = [f"services/web/page.js:{number}: fast_go" for number in range(1, 6)]
    assert checks.games_named_elsewhere(tree) == found


def test_a_game_that_knows_another_is_found() -> None:
    tree = {"domain/games/go/rules.py": "import domain.games.chess", "domain/games/chess/rules.py": ""}
    assert checks.games_named_elsewhere(tree) == ["domain/games/go/rules.py:1: chess"]


def test_an_impure_import_is_found_in_rules_but_not_in_their_tests() -> None:
    tree = {
        "domain/match.py": "import re\n\ndef late():\n    from time import monotonic\n",
        "domain/games/__init__.py": "import pkgutil\n",
        "domain/games/go/rules.py": "import os.path, random\nfrom domain.kernel import Move\n",
        "domain/games/go/test_go.py": "import random\n",
        "infra/machine.py": "import time\n",
    }
    assert checks.impure_imports(tree) == [
        "domain/match.py: time",
        "domain/games/go/rules.py: os",
        "domain/games/go/rules.py: random",
    ]


def test_a_test_file_that_claims_nothing_is_found() -> None:
    tree = {
        "tests/test_a.py": "def test_a() -> None:\n    run()\n",
        "tests/test_b.py": "def test_b() -> None:\n    assert run()\n",
        "tests/test_c.py": "def test_c() -> None:\n    given(RULES).when(0, Bid()).then()\n",
        "tests/conftest.py": "",
    }
    assert checks.tests_that_assert_nothing(tree) == ["tests/test_a.py"]


def test_a_path_of_a_machine_and_a_registry_are_found() -> None:
    home, registry = "~home~ann".replace("~", "/"), "pypi~org".replace("~", ".")  # This file must not trip over itself.
    tree = {"Makefile": f"run:\n\tcd {home}/zugfolge\n", ".ci/run": f"curl {registry}\n", "README.md": "/api/games"}
    assert checks.machine_paths(tree) == [f"Makefile:2: {home[:7]}", f".ci/run:1: {registry}"]


def test_a_requirement_without_pin_or_hash_or_with_a_host_is_found() -> None:
    tree = {
        LOCK: f"# A comment.\ngood==1 ; python_version < '3.12' \\\n    {HASH} \\\n    {HASH}\n    # via other\n"
        f"loose>=1 {HASH}\nbare==1\n--index-url https://somewhere\nfar @ https://somewhere/far.whl {HASH}\n"
    }
    assert checks.loose_locks(tree) == [
        f"{LOCK}: not pinned: loose>=1",
        f"{LOCK}: without hash: bare==1",
        f"{LOCK}: not pinned: --index-url",
        f"{LOCK}: without hash: --index-url",
        f"{LOCK}: names a host: --index-url",
        f"{LOCK}: not pinned: far",
        f"{LOCK}: names a host: far",
    ]


def test_an_address_in_a_lock_of_npm_is_found() -> None:
    tree = {"a/package-lock.json": '{\n  "integrity": "sha512-ab//c=",\n  "url": "https://somewhere"\n}\n'}
    assert checks.npm_locks_with_addresses(tree) == ['a/package-lock.json: "url": "https://somewhere"']


def test_pins_are_read_from_a_lock() -> None:
    assert checks.pins(f"# via\na==1 \\\n    {HASH}\nb-c==2.0 ; x == 'y' {HASH}\n") == {"a": "1", "b-c": "2.0"}


def test_a_tree_holds_new_files_and_leaves_out_what_is_ignored_or_gone(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    (tmp_path / ".gitignore").write_text("cache\n")
    for name in ("gone", "kept", "cache"):
        (tmp_path / name).write_text(name)
    subprocess.run(["git", "add", "gone"], cwd=tmp_path, check=True)
    (tmp_path / "gone").unlink()
    (tmp_path / "picture").write_bytes(b"\x89PNG\0")

    assert checks.read_tree(tmp_path) == {".gitignore": "cache\n", "kept": "kept", "picture": ""}

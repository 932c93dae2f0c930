"""What the page works out by itself, tested where it is written, by the Node that builds it."""

import subprocess
import sys
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "services" / "web"
TESTS = sorted(WEB.glob("page/**/*.test.ts"))


@pytest.mark.parametrize("file", TESTS, ids=lambda file: file.stem)
def test_a_script_does_what_its_own_tests_say(file: Path) -> None:
    node = Path(sys.executable).with_name("node")

    done = subprocess.run([node, "--test", file], cwd=WEB, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout


def test_there_are_such_tests() -> None:
    assert TESTS

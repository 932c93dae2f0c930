"""The page: what it draws again in a browser is what was drawn."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.domain.vectors import COMMITMENT, DRAWS, REJECTED, SEED, Vector

NODE = Path(sys.executable).with_name("node")  # Of the same standard as browsers in what is asked of it here.
CHANCE = Path(__file__).parents[2] / "services/web/page/replay/chance.ts"


def said(expression: str) -> str:
    """Return what an expression comes to that uses what the module offers."""
    script = f"import * as chance from {json.dumps(CHANCE.as_uri())}; console.log(String(await ({expression})))"
    arguments = (NODE, "--disable-warning=ExperimentalWarning", "--input-type=module", "--eval", script)
    return subprocess.run(arguments, check=True, capture_output=True, text=True, timeout=60).stdout.strip()


def test_the_commitment_is_the_same() -> None:
    assert said(f"chance.commitment('{SEED.hex()}')") == COMMITMENT


@pytest.mark.parametrize("vectors", [DRAWS, REJECTED], ids=["draws", "rejected"])
def test_every_draw_is_the_same(vectors: list[Vector]) -> None:
    asked = json.dumps([[luck, label, str(sides)] for luck, label, sides, _ in vectors])

    found = said(
        f"Promise.all({asked}.map(async ([luck, label, sides]) =>"
        f" (await chance.seeded('{SEED.hex()}', luck))(label, BigInt(sides))))"
    )

    assert found.split(",") == [str(drawn) for *_, drawn in vectors]

"""What is computed beside the event loop comes back, whatever happens to the process that computes it."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from infra.beside import Beside, TookTooLong
from tests.waiting import until

# Says which process it is and which computes for it, then waits to be killed.
PARENT = """
import asyncio, os, signal
from infra.beside import Beside

async def main():
    print(os.getpid(), await Beside(1, seconds_max=60).compute(os.getpid), flush=True)
    signal.pause()

if __name__ == "__main__":
    asyncio.run(main())
"""


@pytest.fixture
async def beside() -> AsyncIterator[Beside]:
    one = Beside(1, seconds_max=60)
    yield one
    one.close()


async def test_it_computes_in_another_process(beside: Beside) -> None:
    assert await beside.compute(os.getpid) != os.getpid()


async def test_what_fails_there_fails_here(beside: Beside) -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        await beside.compute(int, "seven")


async def test_what_takes_too_long_is_given_up_and_the_next_is_computed() -> None:
    beside = Beside(1, seconds_max=0.2)
    with pytest.raises(TookTooLong):
        await beside.compute(_for_ever)

    assert await beside.compute(int, "7") == 7
    beside.close()


async def test_however_many_wait_for_a_process_that_is_killed_all_are_answered(beside: Beside) -> None:
    first = await beside.compute(os.getpid)
    waiting = [asyncio.create_task(beside.compute(_after, 0.2, n)) for n in range(4)]
    await asyncio.sleep(0)
    os.kill(first, signal.SIGKILL)

    assert await asyncio.gather(*waiting) == [0, 1, 2, 3]


async def test_the_processes_end_with_a_parent_that_was_killed(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    parent = await asyncio.create_subprocess_exec(
        sys.executable, script, env=environment, stdout=asyncio.subprocess.PIPE
    )
    assert parent.stdout is not None
    pids: Sequence[int] = [int(pid) for pid in (await parent.stdout.readline()).split()]
    assert parent.pid == pids[0]
    parent.kill()
    await parent.wait()

    await until(lambda: not _lives(pids[1]))


def _for_ever() -> None:
    while True:
        pass


def _after(seconds: float, result: int) -> int:
    time.sleep(seconds)
    return result


def _lives(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False

"""Clusters for tests: some nodes of a Redis Cluster on this machine, out of the embedded Valkey's program."""

import shutil
import signal
import socket
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

from redis.asyncio import Redis
from redis.crc import key_slot
from redis.exceptions import RedisError

from infra.embedded import wheels
from infra.embedded.program import Program
from infra.embedded.valkey import DISTRIBUTION, ENVIRONMENT, PACKAGE, PROGRAM
from tests.waiting import until

NODES = 3
SLOTS = 16_384


class Node:
    """One node, which a test may kill and start again; what it knew of the cluster stays in `folder`."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self._folder = folder
        self._port, self._bus = _free_ports()
        self._program = Program("Valkey", folder)

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self._port}"

    @property
    def pid(self) -> int:
        return self._program.pid

    def start(self) -> None:
        server = next(wheels.package(PACKAGE, DISTRIBUTION, "REDIS_URL").glob(PROGRAM))
        options = {
            "bind": "127.0.0.1",
            "port": self._port,
            "dir": self._folder,
            "save": "",
            "cluster-enabled": "yes",
            "cluster-port": self._bus,
            "cluster-node-timeout": 1000,
            "cluster-require-full-coverage": "no",  # While a node is away, the others serve their own slots.
        }
        command = [str(server), *(text for name, value in options.items() for text in (f"--{name}", str(value)))]
        with self._program.alone(lambda: None) as lock:
            self._program.start(command, lock=lock, ready=self._answers, environment=ENVIRONMENT)

    def kill(self) -> None:
        """End it at whatever instruction it is."""
        self._program.stop(signal.SIGKILL)

    async def ask(self, *command: object) -> Any:
        """Return the answer to a command."""
        async with Redis.from_url(self.url, retry=None) as redis:
            return await redis.execute_command(*command)

    async def name(self) -> str:
        """Return what the others call it."""
        name: str = (await self.ask("CLUSTER", "MYID")).decode()
        return name

    async def met(self, others: int) -> bool:
        """Return whether it knows so many others and the owners of all slots."""
        info = (await self.ask("CLUSTER", "INFO")).decode().split()
        return {"cluster_state:ok", f"cluster_known_nodes:{others + 1}", f"cluster_slots_ok:{SLOTS}"} <= set(info)

    async def meet(self, other: "Node") -> None:
        """Get to know another node."""
        await self.ask("CLUSTER", "MEET", "127.0.0.1", other._port, other._bus)  # noqa: SLF001 - of the same kind

    def _answers(self) -> bool:
        with socket.socket() as client:
            return client.connect_ex(("127.0.0.1", self._port)) == 0


class Cluster:
    """Nodes that share all slots among them: the first begins with the first third, and so on."""

    def __init__(self, nodes: Sequence[Node]) -> None:
        self.nodes = nodes

    @property
    def url(self) -> str:
        return self.nodes[0].url

    async def owner(self, channel: str) -> Node:
        """Return the node whose slot a channel has, as that node sees it."""
        slot = key_slot(channel.encode())
        for node in self.nodes:
            for first, last, (_, port, *_), *_ in await node.ask("CLUSTER", "SLOTS"):
                if first <= slot <= last and node.url.endswith(f":{port}"):
                    return node
        raise LookupError(f"no node has slot {slot}")

    async def move(self, channel: str, to: Node) -> None:
        """Let a channel's slot belong to another node from now on, and every node know it."""
        slot, before = key_slot(channel.encode()), await self.owner(channel)
        # Who imports a slot claims it later than whoever had it, so that no node believes the old claim.
        await to.ask("CLUSTER", "SETSLOT", slot, "IMPORTING", await before.name())
        await before.ask("CLUSTER", "SETSLOT", slot, "MIGRATING", await to.name())
        for node in sorted(self.nodes, key=lambda one: one is not to):  # Who takes it over first, so nobody is without.
            await node.ask("CLUSTER", "SETSLOT", slot, "NODE", await to.name())

    async def whole(self) -> None:
        """Wait until every node knows every other, and who has each slot."""
        for node in self.nodes:
            await until(partial(_complete, node))


async def _complete(node: Node) -> bool:
    try:
        return await node.met(NODES - 1)
    except (RedisError, OSError):
        return False


@asynccontextmanager
async def redis_cluster() -> AsyncIterator[Cluster]:
    """Give a cluster that nobody else uses, and leave nothing of it behind."""
    folder = Path(tempfile.mkdtemp(prefix="zugfolge-test-"))
    cluster = Cluster([Node(folder / str(number)) for number in range(NODES)])
    try:
        for number, node in enumerate(cluster.nodes):
            node.start()
            await node.ask("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
            first, last = (SLOTS * n // NODES for n in (number, number + 1))
            await node.ask("CLUSTER", "ADDSLOTSRANGE", first, last - 1)
        for node in cluster.nodes[1:]:
            await node.meet(cluster.nodes[0])
        await cluster.whole()
        yield cluster
    finally:
        for node in cluster.nodes:
            node.kill()
        shutil.rmtree(folder)


def _free_ports() -> Sequence[int]:
    with socket.socket() as one, socket.socket() as other:
        for free in (one, other):
            free.bind(("127.0.0.1", 0))
        return [free.getsockname()[1] for free in (one, other)]

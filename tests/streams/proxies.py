"""Proxies: what stands between a server and its clients, and cuts streams off as real networks do."""

import asyncio
import os
import shutil
import socket
from asyncio.subprocess import DEVNULL
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

from tests.requirements import require
from tests.waiting import until

CHUNK_BYTES = 65536
NGINX = """
daemon off;
pid {folder}/pid;
error_log {folder}/log;
{user}
events {{ worker_connections 512; }}
http {{
  access_log off;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  upstream servers {{
    {servers}
    keepalive 8;
  }}
  server {{
    listen 127.0.0.1:{port};
    location / {{
      proxy_pass http://servers;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_read_timeout {idle_seconds}s;
      proxy_next_upstream error timeout non_idempotent;
    }}
  }}
}}
"""
"""As it comes, but for the time it waits, and that it asks another server where one has gone, whatever was asked: a
command that comes twice counts once.  It buffers what it is not told to pass on at once."""


class Cutter:
    """A proxy that hangs up after some bytes, in the midst of whatever is being said."""

    def __init__(self, random: Random, bytes_most: int) -> None:
        self.targets: Sequence[str] = ()  # Each connection goes to one of these servers.
        self.cuts = 0
        self._random = random
        self._bytes_most = bytes_most

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection."""
        target = urlsplit(self._random.choice(self.targets))
        ends = [writer]
        try:
            back, forth = await asyncio.open_connection(target.hostname, target.port)
            ends.append(forth)
            ways = [asyncio.create_task(_pass_on(reader, forth)), asyncio.create_task(self._tell(back, writer))]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
        except OSError:
            pass  # The server is down, as it may be.
        finally:
            for end in ends:
                end.transport.abort()
                with suppress(OSError):
                    await end.wait_closed()

    async def _tell(self, back: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        left = self._random.randint(1, self._bytes_most)
        while left > 0 and (chunk := await back.read(CHUNK_BYTES)):
            writer.write(chunk[:left])
            await writer.drain()
            left -= len(chunk)
        self.cuts += left <= 0


@asynccontextmanager
async def cutting(cutter: Cutter) -> AsyncIterator[str]:
    """Let a proxy stand at the address given."""
    taken = set[asyncio.Task[None]]()

    def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        taken.add(asyncio.create_task(cutter.take(reader, writer)))

    async with await asyncio.start_server(take, "127.0.0.1", 0) as listening:
        host, port = listening.sockets[0].getsockname()[:2]
        yield f"http://{host}:{port}"
        for task in taken:
            task.cancel()
        await asyncio.gather(*taken, return_exceptions=True)


@asynccontextmanager
async def nginx(folder: Path, *targets: str, idle_seconds: int = 60) -> AsyncIterator[str]:
    """Let an nginx stand at the address given, which hangs up on streams that say nothing for so long."""
    program = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if program is None:
        require("proxy", "no nginx is installed")
    port, user = _free_port(), "user root;" if os.geteuid() == 0 else ""
    servers = "\n".join(f"server {urlsplit(target).netloc} max_fails=0;" for target in targets)  # Each may come back.
    asked = {"folder": folder, "port": port, "servers": servers, "idle_seconds": idle_seconds, "user": user}
    (folder / "conf").write_text(NGINX.format(**asked))
    arguments = (program, "-p", folder, "-c", folder / "conf")
    running = await asyncio.create_subprocess_exec(*arguments, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL)
    try:
        await until(lambda: _answers(port))
        yield f"http://127.0.0.1:{port}"
    finally:
        running.terminate()
        await running.wait()


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while chunk := await reader.read(CHUNK_BYTES):
        writer.write(chunk)
        await writer.drain()


async def _answers(port: int) -> bool:
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    writer.close()
    await writer.wait_closed()
    return True


def _free_port() -> int:
    with socket.socket() as any_port:
        any_port.bind(("127.0.0.1", 0))
        port: int = any_port.getsockname()[1]
        return port

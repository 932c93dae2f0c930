"""Acting: a Docker engine plays the pods of an overlay, within what their manifests allow them."""

import base64
import subprocess
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import docker
import httpx
from docker.errors import DockerException
from testcontainers.core.container import DockerContainer
from testcontainers.core.network import Network

from domain.value import Value
from infra.postgres.pool import Connection, StoreUnavailable, connect
from tests.cluster.manifests import TOP, Manifest, container, named, of_kind, pods, secrets_of
from tests.requirements import require
from tests.stores import POSTGRES_IMAGE, REDIS_IMAGE, no_engine
from tests.waiting import until

BASE = "python:3.13-slim"
OVERLAY = "overlays/development"
BUILD_SECONDS_MAX = 900
END_SECONDS_MAX = 120
ANYBODY_ENTERS, ANYBODY_READS, ANYBODY_WRITES = 0o755, 0o644, 0o777


class Acted(Value):
    """A pod that is played."""

    pod: Manifest
    played: DockerContainer

    def url(self, port: str) -> str:
        """Return where one of its ports, known by name, is reached from here."""
        (number,) = (each["containerPort"] for each in container(self.pod)["ports"] if each["name"] == port)
        return f"http://{self.played.get_container_host_ip()}:{self.played.get_exposed_port(number)}"

    async def passes(self, probe: str) -> bool:
        """Ask as the kubelet does."""
        asked = container(self.pod)[f"{probe}Probe"]["httpGet"]
        async with httpx.AsyncClient(base_url=self.url(asked["port"])) as kubelet:
            try:
                return (await kubelet.get(asked["path"])).status_code == 200
            except httpx.TransportError:
                return False

    def ended(self, signal: str | None = None) -> int:
        """Send it a signal, where one is named, wait for its end, and return the code it ended with."""
        if signal is not None:
            self.played.get_wrapped_container().kill(signal)
        code: int = self.played.get_wrapped_container().wait(timeout=END_SECONDS_MAX)["StatusCode"]
        return code

    def killed_for_its_memory(self) -> bool:
        """Return whether it took more than it may."""
        self.played.get_wrapped_container().reload()
        killed: bool = self.played.get_wrapped_container().attrs["State"]["OOMKilled"]
        return killed

    def log(self) -> str:
        """Return what it has said."""
        return "\n".join(said.decode() for said in self.played.get_logs())


class Stage(Value):
    """An image, a network in which the overlay's stores answer to their names, and a folder for secrets."""

    image: str
    network: Network
    folder: Path

    @contextmanager
    def acted(self, name: str, overlay: str = OVERLAY) -> Iterator[Acted]:
        """Play a pod until the context is left; of whichever overlay, with development's stores and secrets."""
        pod = pods(overlay)[name]
        said, who = container(pod), pod["spec"]["securityContext"]
        played = DockerContainer(
            POSTGRES_IMAGE if said["image"].startswith("postgres") else self.image,
            entrypoint=said.get("command"),
            command=said["args"],
            env=_settings(said),
            ports=[port["containerPort"] for port in said.get("ports", ())],
            volumes=[
                (str(self.mounted(name, mount["name"])), mount["mountPath"], "ro" if mount.get("readOnly") else "rw")
                for mount in said["volumeMounts"]
            ],
            network=self.network,
            user=f"{who['runAsUser']}:{who['runAsGroup']}",
            **_limits(said),
        )
        for secret in secrets_of(pod):
            self._lay(secret, self.mounted(name, "secrets"))
        with played:
            yield Acted(pod=pod, played=played)

    def mounted(self, name: str, volume: str) -> Path:
        """Return the folder that a pod has as a volume."""
        folder = self.folder / name / volume
        folder.mkdir(parents=True, exist_ok=True)
        folder.parent.chmod(ANYBODY_ENTERS)
        folder.chmod(ANYBODY_WRITES)  # In a cluster its group does; here there is none.
        return folder

    def _lay(self, secret: str, folder: Path) -> None:
        """Put into a folder what development's Secret of that name holds, which has a hash behind it."""
        (held,) = (
            each for name, each in of_kind(OVERLAY, "Secret").items() if secret in {name, name.rpartition("-")[0]}
        )
        for key, value in held["data"].items():
            (folder / key).write_bytes(base64.b64decode(value))
            (folder / key).chmod(ANYBODY_READS)


def _settings(said: Manifest) -> dict[str, str]:
    settings: dict[str, str] = {}
    for source in said.get("envFrom", ()):
        settings |= named(OVERLAY, "ConfigMap", source["configMapRef"]["name"])["data"]
    return settings


def _limits(said: Manifest) -> Mapping[str, Any]:
    rights, memory = said["securityContext"], said["resources"]["limits"]["memory"].removesuffix("i").lower()
    return {
        "cap_drop": rights["capabilities"]["drop"],
        "mem_limit": memory,
        "memswap_limit": memory,  # None beside it.
        "read_only": rights["readOnlyRootFilesystem"],
        "security_opt": [] if rights["allowPrivilegeEscalation"] else ["no-new-privileges"],
    }


def built() -> str:
    """Build the image as anybody does, and return its name."""
    if (silence := no_engine()) is not None:
        require("containers", silence)
    _pulled(BASE, POSTGRES_IMAGE, REDIS_IMAGE)
    name = "zugfolge:test"
    # On the machine's own network: not every engine gives a build one that leads anywhere.
    command = ["make", "image", f"IMAGE={name}", "ARGS=--network=host"]
    made = subprocess.run(command, cwd=TOP, check=False, capture_output=True, text=True, timeout=BUILD_SECONDS_MAX)
    assert made.returncode == 0, made.stdout[-4000:] + made.stderr[-4000:]
    return name


def _pulled(*images: str) -> None:
    engine = docker.from_env()
    try:
        for image in images:
            if not engine.images.list(image):
                engine.images.pull(*image.split(":"))
    except DockerException as error:
        require("containers", f"no containers of {', '.join(images)}: {error}")
    finally:
        engine.close()


@asynccontextmanager
async def stage(image: str, folder: Path) -> AsyncIterator[Stage]:
    """Give stores such as the overlay has, with nothing in them but the application's login."""
    said = container(pods(OVERLAY)["postgres"])
    owner = {each["name"]: each["value"] for each in said["env"]}
    with (
        Network() as network,
        DockerContainer(POSTGRES_IMAGE, env=owner, ports=[5432], network=network, network_aliases=["postgres"]) as held,
        DockerContainer(REDIS_IMAGE, network=network, network_aliases=["valkey"]),
    ):
        address = f"{held.get_container_host_ip()}:{held.get_exposed_port(5432)}"
        user, password, database = (owner[f"POSTGRES_{name}"] for name in ("USER", "PASSWORD", "DB"))
        first = named(OVERLAY, "ConfigMap", _first_of(pods(OVERLAY)["postgres"]))["data"]
        async with _answering(f"postgresql://{user}:{password}@{address}/{database}") as connection:
            for statements in first.values():
                await connection.execute(statements)
        yield Stage(image=image, network=network, folder=folder)


def _first_of(pod: Manifest) -> str:
    (name,) = (volume["configMap"]["name"] for volume in pod["spec"]["volumes"] if "configMap" in volume)
    return str(name)


@asynccontextmanager
async def _answering(url: str) -> AsyncIterator[Connection]:
    async def answers() -> bool:
        try:
            async with connect(url):
                return True
        except StoreUnavailable:
            return False

    await until(answers)
    async with connect(url) as connection:
        yield connection

"""Manifests: what `kubectl kustomize` makes of k8s/, as data, and the programs that judge it."""

import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import yaml

from tests.requirements import require

Manifest: TypeAlias = Mapping[str, Any]
"""One resource as Kubernetes gets it."""

TOP = Path(__file__).parents[2]
K8S = TOP / "k8s"
TOOLS = TOP / ".venv-cluster" / "bin"
FOLDERS = ("base", "overlays/development", "overlays/production", "overlays/distributed")
NAME = "app.kubernetes.io/name"
COMPONENT = "app.kubernetes.io/component"


def program(name: str) -> str:
    """Return where a program is that judges manifests: of `.venv-cluster`, or any."""
    found = shutil.which(name, path=f"{TOOLS}:{os.environ.get('PATH', '')}")
    if found is None:
        require("cluster", f"there is no {name}; `make cluster` installs it")
    return found


@cache
def rendered(folder: str) -> str:
    """Return what is applied of a folder of k8s/."""
    made = subprocess.run([program("kubectl"), "kustomize", K8S / folder], check=False, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    return made.stdout


@cache
def manifests(folder: str) -> Sequence[Manifest]:
    """Return the resources of a folder."""
    return [*yaml.safe_load_all(rendered(folder))]


def of_kind(folder: str, *kinds: str) -> Mapping[str, Manifest]:
    """Return the resources of these kinds by name."""
    return {each["metadata"]["name"]: each for each in manifests(folder) if each["kind"] in kinds}


def named(folder: str, kind: str, name: str) -> Manifest:
    """Return one resource."""
    return of_kind(folder, kind)[name]


def pods(folder: str) -> Mapping[str, Manifest]:
    """Return the pod template of whatever starts pods, by the name of that."""
    return {
        name: (each["spec"].get("jobTemplate", each)["spec"]["template"])
        for name, each in of_kind(folder, "CronJob", "Deployment", "Job", "StatefulSet").items()
    }


def ours(folder: str) -> Mapping[str, Manifest]:
    """Return the pod templates that run the image of this repository."""
    return {name: pod for name, pod in pods(folder).items() if container(pod)["name"] == "zugfolge"}


def container(pod: Manifest) -> Manifest:
    """Return the one container of a pod."""
    (one,) = pod["spec"]["containers"]
    found: Manifest = one
    return found


def selects(selector: Mapping[str, str], pod: Manifest) -> bool:
    """Say whether labels to be matched are a pod's."""
    return all(pod["metadata"]["labels"].get(name) == value for name, value in selector.items())


def secrets_of(pod: Manifest) -> Iterator[str]:
    """Yield the Secrets that a pod mounts."""
    for volume in pod["spec"].get("volumes", ()):
        for source in volume.get("projected", {"sources": [volume]})["sources"]:
            if (secret := source.get("secret")) is not None:
                yield secret.get("name") or secret["secretName"]

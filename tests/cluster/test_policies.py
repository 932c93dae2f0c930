"""k8s/ and the image are judged by what others know of Kubernetes, and each exception says why."""

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.cluster.manifests import FOLDERS, K8S, TOP, program, rendered

OLDEST, NEWEST = "1.31", "1.37"
SECONDS_MAX = 240


@pytest.fixture
def everything(tmp_path: Path) -> Sequence[Path]:
    files = [tmp_path / f"{folder.rpartition('/')[2]}.yaml" for folder in FOLDERS]
    for folder, file in zip(FOLDERS, files, strict=True):
        file.write_text(rendered(folder))
    return files


@pytest.mark.parametrize("version", [OLDEST, NEWEST])
def test_kubernetes_takes_every_manifest(everything: Sequence[Path], version: str) -> None:
    found = validated(version, *everything)

    assert found.returncode == 0, found.stdout + found.stderr


def test_what_kubernetes_does_not_know_is_found(tmp_path: Path) -> None:
    (tmp_path / "all.yaml").write_text(rendered("base").replace("maxUnavailable: 1", "maxUnavailible: 1", 1))

    assert validated(NEWEST, tmp_path / "all.yaml").returncode != 0


def test_policies_are_kept_by_every_manifest_and_by_the_image(everything: Sequence[Path]) -> None:
    found = checked(*everything, TOP / "infra" / "image" / "Dockerfile")

    assert found.returncode == 0, found.stdout + found.stderr
    assert found.stdout.count("Failed checks: 0") == 2


def test_a_policy_that_is_broken_is_found(tmp_path: Path) -> None:
    broken = rendered("base").replace("readOnlyRootFilesystem: true", "readOnlyRootFilesystem: false", 1)
    (tmp_path / "all.yaml").write_text(broken)
    found = checked(tmp_path / "all.yaml")

    assert found.returncode != 0
    assert "CKV_K8S_22" in found.stdout


def test_every_exception_has_a_reason() -> None:
    exceptions = re.findall(r"^  - (.*)$", (K8S / "checkov.yaml").read_text(), re.MULTILINE)

    assert exceptions
    assert [line for line in exceptions if not re.fullmatch(r"CKV\w+ # \w.{20,}", line)] == []


def validated(version: str, *files: Path) -> subprocess.CompletedProcess[str]:
    return judged(program("kubernetes-validate"), "--strict", "-k", version, *files)


def checked(*files: Path) -> subprocess.CompletedProcess[str]:
    frameworks = ("--framework", "kubernetes", "dockerfile")
    return judged(program("checkov"), "--config-file", K8S / "checkov.yaml", *frameworks, "--file", *files)


def judged(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(arguments, check=False, capture_output=True, text=True, timeout=SECONDS_MAX)

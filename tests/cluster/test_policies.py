"""k8s/ and the image are judged by what others know of Kubernetes, and each exception says why."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.cluster.manifests import FOLDERS, K8S, TOP, program, rendered

OLDEST, NEWEST = "1.31", "1.37"
SECONDS_MAX = 240


def judged(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(arguments, check=False, capture_output=True, text=True, timeout=SECONDS_MAX)


@pytest.mark.parametrize("version", [OLDEST, NEWEST])
@pytest.mark.parametrize("folder", FOLDERS)
def test_kubernetes_takes_every_manifest(folder: str, version: str, tmp_path: Path) -> None:
    (tmp_path / "all.yaml").write_text(rendered(folder))
    found = judged(program("kubernetes-validate"), "--strict", "-k", version, tmp_path / "all.yaml")

    assert found.returncode == 0, found.stdout + found.stderr


def test_what_kubernetes_does_not_know_is_found(tmp_path: Path) -> None:
    (tmp_path / "all.yaml").write_text(rendered("base").replace("maxUnavailable: 1", "maxUnavailible: 1", 1))

    assert judged(program("kubernetes-validate"), "--strict", "-k", NEWEST, tmp_path / "all.yaml").returncode != 0


@pytest.mark.parametrize("folder", FOLDERS)
def test_policies_are_kept(folder: str, tmp_path: Path) -> None:
    (tmp_path / "all.yaml").write_text(rendered(folder))
    found = checkov("kubernetes", tmp_path / "all.yaml")

    assert found.returncode == 0, found.stdout + found.stderr
    assert "Failed checks: 0" in found.stdout


def test_the_image_keeps_them_too() -> None:
    found = checkov("dockerfile", TOP / "infra" / "image" / "Dockerfile")

    assert found.returncode == 0, found.stdout + found.stderr
    assert "Failed checks: 0" in found.stdout


def test_a_policy_that_is_broken_is_found(tmp_path: Path) -> None:
    broken = rendered("base").replace("readOnlyRootFilesystem: true", "readOnlyRootFilesystem: false", 1)
    (tmp_path / "all.yaml").write_text(broken)
    found = checkov("kubernetes", tmp_path / "all.yaml")

    assert found.returncode != 0
    assert "CKV_K8S_22" in found.stdout


def test_every_exception_has_a_reason() -> None:
    exceptions = re.findall(r"^  - (.*)$", (K8S / "checkov.yaml").read_text(), re.MULTILINE)

    assert exceptions
    assert [line for line in exceptions if not re.fullmatch(r"CKV\w+ # \w.{20,}", line)] == []


def checkov(framework: str, file: Path) -> subprocess.CompletedProcess[str]:
    return judged(program("checkov"), "--config-file", K8S / "checkov.yaml", "--framework", framework, "--file", file)

"""Wheels: where the packages of the embedded stores keep their programs, and where root can run them."""

import os
import pwd
import shutil
import stat
import subprocess
import tempfile
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from infra.embedded.program import EmbeddedFailed

SHELTER = Path("/var/lib/zugfolge")
USER = "zugfolge-postgres"


def package(name: str, distribution: str, setting: str) -> Path:
    """Return the folder of an installed package without importing it: only its programs are of use.

    Raises:
        EmbeddedFailed: it is not installed.
    """
    spec = find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise EmbeddedFailed(
            f"{setting} is not set and {distribution}, which would stand in, is not installed: "
            f"set {setting}, or install zugfolge[embedded]"
        )
    return Path(spec.submodule_search_locations[0]).resolve()


def user() -> str | None:
    """Return whom PostgreSQL must run as, since it refuses root; None is ourselves.

    Root makes the user where it is missing.

    Raises:
        EmbeddedFailed: the user could not be made.
    """
    if os.geteuid() != 0:
        return None
    command = ["useradd", "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", USER]
    if not _exists(USER) and shutil.which(command[0]):
        subprocess.run(command, check=False, capture_output=True)  # Another server may have been faster.
    if not _exists(USER):
        raise EmbeddedFailed(f"PostgreSQL does not run as root, and the user {USER} could not be made: run as another")
    return USER


def home(folder: Path, owner: str | None) -> Path:
    """Return the folder below `folder` where that owner's data lie, made where it is missing.

    A folder that its owner cannot reach, such as one below root's closed home, gets a link to one that he can: opening
    other people's folders is not for us.
    """
    place = folder / "postgres"
    if owner:
        folder.chmod(folder.stat().st_mode | stat.S_IXGRP | stat.S_IXOTH)  # It is ours; those above it are not.
    if owner and not place.exists() and not _open_to_all(folder):
        place.unlink(missing_ok=True)  # A link into nowhere.
        place.symlink_to(tempfile.mkdtemp(prefix="postgres-", dir=_shelter()))
    place.mkdir(mode=0o700, exist_ok=True)
    if owner:
        shutil.chown(place, owner, owner)
    return place.resolve()


def runnable(package: Path, programs: str, distribution: str) -> Path:
    """Return where everybody may run a package's programs: where they are, or a copy if that place is closed."""
    if _open_to_all(package / programs):
        return package / programs
    copy = _shelter() / f"{distribution}-{version(distribution)}"
    if not copy.exists():
        with tempfile.TemporaryDirectory(dir=_shelter()) as temporary:
            new = Path(temporary) / "new"
            shutil.copytree(package / programs, new / package.name / programs, symlinks=True)
            libraries = package.with_name(f"{package.name}.libs")  # The programs look for them at this distance.
            shutil.copytree(libraries, new / libraries.name, symlinks=True)
            for path in (new, *new.rglob("*")):
                path.chmod(path.stat().st_mode | (0o555 if path.is_dir() or os.access(path, os.X_OK) else 0o444))
            new.rename(copy)
    return copy / package.name / programs


def _open_to_all(path: Path) -> bool:
    return all(each.stat().st_mode & stat.S_IXOTH for each in (path, *path.parents))


def _shelter() -> Path:
    SHELTER.mkdir(mode=0o711, parents=True, exist_ok=True)
    return SHELTER


def _exists(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True

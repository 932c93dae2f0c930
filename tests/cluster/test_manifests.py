"""k8s/ is what Kubernetes takes, fits together, and tells the processes what they understand."""

import base64
import re
import tomllib
from pathlib import Path

import pytest
import yaml

from infra.metrics import OPEN_STREAMS
from infra.settings import SECRETS_DIR, Settings, SettingsInvalid, variable
from services.crew import CREW
from services.serve import STOP_SECONDS_MAX
from tests.cluster.manifests import (
    FOLDERS,
    K8S,
    NAME,
    TOP,
    container,
    manifests,
    of_kind,
    ours,
    pods,
    secrets_of,
    selects,
)

KUSTOMIZE = {"apiVersion", "kind", "namespace", "resources", "components", "configMapGenerator", "images", "patches"}
OWNERS = {"migrate", "backup"}


@pytest.fixture(params=FOLDERS)
def folder(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.mark.parametrize("overlay", FOLDERS[1:])
def test_an_overlay_is_patches_only(overlay: str) -> None:
    said = yaml.safe_load((K8S / overlay / "kustomization.yaml").read_text())
    patches = {patch["path"] for patch in said["patches"] if "path" in patch}

    assert said.keys() <= KUSTOMIZE
    assert {each["behavior"] for each in said.get("configMapGenerator", ())} <= {"merge"}
    assert said["resources"] in (["../../base"], ["../production"])
    assert {path.name for path in (K8S / overlay).iterdir()} == {"kustomization.yaml", *patches}


def test_every_process_is_deployed(folder: str) -> None:
    said = {name: container(pod)["args"] for name, pod in ours(folder).items() if name in of_kind(folder, "Deployment")}

    assert said.keys() == {"api", *CREW}
    assert all(args == [name] for name, args in said.items())


def test_one_image_runs_everything_in_the_version_of_this_repository(folder: str) -> None:
    version = tomllib.loads((TOP / "pyproject.toml").read_text())["project"]["version"]
    images = {container(pod)["image"] for pod in ours(folder).values()}

    assert len(images) == 1
    assert images.pop().endswith(f"zugfolge:{version}")


def test_no_setting_is_misspelt(folder: str) -> None:
    (settings,) = (each for name, each in of_kind(folder, "ConfigMap").items() if name.startswith("settings-"))

    assert settings["data"].keys() - {SECRETS_DIR} <= {variable(name) for name in Settings.model_fields}


def test_a_process_starts_with_the_settings_and_secrets_it_gets(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, folder: str
) -> None:
    (said,) = (each for name, each in of_kind(folder, "ConfigMap").items() if name.startswith("settings-"))
    for name, value in said["data"].items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv(SECRETS_DIR, str(tmp_path))
    for name, value in SECRETS.items():
        (tmp_path / name).write_text(f"{value}\n")
    settings = Settings.load()
    ports = {each["name"]: each["containerPort"] for each in container(pods(folder)["api"])["ports"]}

    environment = "development" if folder == "overlays/development" else "production"
    assert (settings.environment, settings.host, settings.proxy_hops) == (environment, "0.0.0.0", 1)  # noqa: S104
    assert ports == {"http": settings.port, "ops": settings.ops_port}
    assert settings.database_url == SECRETS["DATABASE_URL"]
    assert settings.redis_cluster == (folder == "overlays/distributed")


def test_production_does_not_start_on_the_secrets_of_development(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found = of_kind("overlays/development", "Secret").values()
    secrets = {name: base64.b64decode(value) for each in found for name, value in each["data"].items()}
    for name, value in secrets.items():
        (tmp_path / name).write_bytes(value)
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(SECRETS_DIR, str(tmp_path))
    monkeypatch.setenv("ZUGFOLGE_ENVIRONMENT", "production")
    with pytest.raises(SettingsInvalid) as refused:
        Settings.load()

    assert {line.partition(":")[0] for line in str(refused.value).splitlines()} == secrets.keys() - {"REDIS_URL"}


SECRETS = {
    "DATABASE_URL": "postgresql://zugfolge:x@postgres/zugfolge",
    "REDIS_URL": "redis://valkey/0",
    "ZUGFOLGE_WORD_KEYS": "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=",
}


def test_the_owners_address_is_for_migrating_and_backing_up_alone(folder: str) -> None:
    knowing = {
        name for name, pod in pods(folder).items() if any("zugfolge-owner" in secret for secret in secrets_of(pod))
    }

    assert "migrate" in knowing
    assert knowing <= OWNERS


def test_every_pod_may_do_as_little_as_there_is(folder: str) -> None:
    for name, pod in pods(folder).items():
        spec, rights = pod["spec"], container(pod)["securityContext"]
        assert spec["securityContext"]["runAsNonRoot"], name
        assert spec["securityContext"]["runAsUser"] > 10_000, name
        assert spec["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}, name
        assert spec["automountServiceAccountToken"] is False, name
        assert spec["enableServiceLinks"] is False, name
        assert rights == {
            "allowPrivilegeEscalation": False,
            "capabilities": {"drop": ["ALL"]},
            "readOnlyRootFilesystem": True,
        }, name
        assert container(pod)["resources"]["requests"].keys() == {"cpu", "memory"}, name
        assert container(pod)["resources"]["limits"].keys() == {"memory"}, name


def test_every_process_is_asked_and_liveness_asks_no_store(folder: str) -> None:
    for name in of_kind(folder, "Deployment").keys() & ours(folder).keys():
        asked = container(pods(folder)[name])
        ports = {each["name"] for each in asked["ports"]}
        probes = {probe: asked[f"{probe}Probe"]["httpGet"] for probe in ("startup", "readiness", "liveness")}
        assert {probe: each["path"] for probe, each in probes.items()} == {
            "startup": "/health/live",
            "readiness": "/health/ready",
            "liveness": "/health/live",
        }, name
        assert {each["port"] for each in probes.values()} <= ports, name


def test_a_pod_that_goes_is_sent_nothing_before_it_drains_and_has_time_for_it(folder: str) -> None:
    api = pods(folder)["api"]
    waits = container(api)["lifecycle"]["preStop"]["sleep"]["seconds"]

    assert waits > 2 * container(api)["readinessProbe"]["periodSeconds"]
    assert api["spec"]["terminationGracePeriodSeconds"] > waits + STOP_SECONDS_MAX


def test_pods_are_spread_over_zones_and_nodes_among_their_own_kind(folder: str) -> None:
    for name in of_kind(folder, "Deployment").keys() & ours(folder).keys():
        spread = pods(folder)[name]["spec"]["topologySpreadConstraints"]
        assert [each["topologyKey"] for each in spread] == ["topology.kubernetes.io/zone", "kubernetes.io/hostname"]
        assert all("app.kubernetes.io/component" in each["matchLabelKeys"] for each in spread)


def test_every_selector_finds_pods(folder: str) -> None:
    for each in manifests(folder):
        spec = each.get("spec", {})
        match each["kind"]:
            case "Service":
                found = [pod for pod in pods(folder).values() if selects(spec["selector"], pod)]
            case "PodDisruptionBudget" | "Deployment" | "StatefulSet":
                found = [pod for pod in pods(folder).values() if selects(spec["selector"]["matchLabels"], pod)]
            case _:
                continue
        assert len(found) == 1, each["metadata"]["name"]


def test_ports_have_names_that_a_pod_knows(folder: str) -> None:
    for name, service in of_kind(folder, "Service").items():
        (pod,) = (pod for pod in pods(folder).values() if selects(service["spec"]["selector"], pod))
        known = {value for port in container(pod)["ports"] for value in port.values()}
        assert {port.get("targetPort", port["port"]) for port in service["spec"]["ports"]} <= known, name


def test_a_node_that_is_emptied_takes_one_pod_of_a_process_at_a_time(folder: str) -> None:
    budgets = of_kind(folder, "PodDisruptionBudget")

    assert budgets.keys() == {"api", *CREW}
    assert {budget["spec"]["maxUnavailable"] for budget in budgets.values()} == {1}


def test_what_is_scaled_is_there_and_has_no_number_of_its_own(folder: str) -> None:
    deployments = of_kind(folder, "Deployment")
    scaled = {
        scaler["spec"]["scaleTargetRef"]["name"]: scaler["spec"]
        for scaler in of_kind(folder, "HorizontalPodAutoscaler").values()
    }

    assert scaled.keys() == {"api", "robots"}
    assert all("replicas" not in deployments[name]["spec"] for name in scaled)
    assert [metric["type"] for metric in scaled["api"]["metrics"]] == ["Resource", "Pods"]
    assert all(spec["minReplicas"] <= spec["maxReplicas"] for spec in scaled.values())


def test_streams_are_counted_as_the_autoscaler_asks_for_them(folder: str) -> None:
    (rule,) = yaml.safe_load((K8S / "observability" / "adapter.yaml").read_text())["custom"]
    (scrape,) = yaml.safe_load((K8S / "observability" / "scrape.yaml").read_text())
    labels = {relabel.get("target_label") for relabel in scrape["relabel_configs"]}
    scaler = of_kind(folder, "HorizontalPodAutoscaler")["api"]
    (counted,) = OPEN_STREAMS.describe()

    assert scaler["spec"]["metrics"][1]["pods"]["metric"]["name"] == rule["name"]["as"] == counted.name
    assert {f'{label}!=""' for label in rule["resources"]["overrides"]} <= set(re.split("[{},]", rule["seriesQuery"]))
    assert rule["resources"]["overrides"].keys() <= labels


def test_prometheus_finds_every_process_as_the_job_that_alerts_name(folder: str) -> None:
    (scrape,) = yaml.safe_load((K8S / "observability" / "scrape.yaml").read_text())
    (kept,) = (relabel["regex"] for relabel in scrape["relabel_configs"] if relabel.get("action") == "keep")
    found = {name for name, pod in pods(folder).items() if kept in {p["name"] for p in container(pod).get("ports", ())}}

    assert scrape["job_name"] == "zugfolge"
    assert found == {"api", *CREW}


def test_tables_are_distributed_where_the_stores_are(folder: str) -> None:
    wanted = ["migrate", "--distributed"] if folder == "overlays/distributed" else ["migrate"]

    assert container(pods(folder)["migrate"])["args"] == wanted


def test_priorities_are_named_and_players_come_first(folder: str) -> None:
    value = {name: each["value"] for name, each in of_kind(folder, "PriorityClass").items()}
    given = {name: value[pod["spec"]["priorityClassName"]] for name, pod in ours(folder).items()}

    assert given["api"] == given["clock"] == given["migrate"] > given["robots"] == given["ratings"]


def test_streams_pass_the_ingress_at_once_and_for_longer_than_a_heartbeat(folder: str) -> None:
    (ingress,) = of_kind(folder, "Ingress").values()
    said = ingress["metadata"]["annotations"]
    (rule,) = ingress["spec"]["rules"]
    (path,) = rule["http"]["paths"]

    assert said["nginx.ingress.kubernetes.io/proxy-buffering"] == "off"
    assert int(said["nginx.ingress.kubernetes.io/proxy-read-timeout"]) > 2 * Settings().heartbeat_seconds
    assert path["backend"]["service"] == {"name": "api", "port": {"name": "http"}}


@pytest.mark.parametrize("guarded", ["base", "overlays/production", "overlays/distributed"])
def test_browsers_come_over_tls_and_so_by_http_2(guarded: str) -> None:
    (ingress,) = of_kind(guarded, "Ingress").values()

    assert [tls["hosts"] for tls in ingress["spec"]["tls"]] == [[rule["host"] for rule in ingress["spec"]["rules"]]]


def test_stores_in_the_cluster_are_for_development_alone() -> None:
    held = {
        folder: sorted({pod["metadata"]["labels"][NAME] for pod in pods(folder).values()} - {"zugfolge"})
        for folder in FOLDERS
    }

    assert held == {
        "base": [],
        "overlays/development": ["postgres", "valkey"],
        "overlays/production": [],
        "overlays/distributed": [],
    }

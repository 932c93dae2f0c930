"""Alerts and dashboard ask for metrics that there are, and each alert has its section in the runbook."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from infra.metrics import REGISTRY
from services.api.problems import REFUSALS
from services.crew import CREW

K8S = Path(__file__).parents[2] / "k8s"
METRIC = re.compile(r"\b(?:zugfolge|process)_\w+")
CHOSEN = re.compile(r'(\w+)="([^"]*)"')
KNOWN = {"code": {*REFUSALS, "rules"}, "work": {*CREW}, "call": {"move"}, "pool": {"shared"}, "job": {"zugfolge"}}


def alerts() -> Mapping[str, Any]:
    document = yaml.safe_load((K8S / "observability/alerts.yaml").read_text())
    return {rule["alert"]: rule for group in document["groups"] for rule in group["rules"]}


def panels() -> Mapping[str, str]:
    document = json.loads((K8S / "observability/dashboard.json").read_text())
    return {
        f"{panel['title']} {target['refId']}": target["expr"]
        for panel in document["panels"]
        for target in panel.get("targets", ())
    }


def there_is() -> set[str]:
    """Return the names of all series, as Prometheus reads them."""
    suffixes = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count"), "gauge": ("",)}
    return {metric.name + suffix for metric in REGISTRY.collect() for suffix in suffixes[metric.type]}


ASKED = {**{name: rule["expr"] for name, rule in alerts().items()}, **panels()}


@pytest.mark.parametrize("name", ASKED)
def test_what_is_asked_for_there_is(name: str) -> None:
    metrics = METRIC.findall(ASKED[name])

    assert set(metrics) <= there_is()
    assert metrics or name == "ProcessDown"
    assert not [(label, value) for label, value in CHOSEN.findall(ASKED[name]) if value not in KNOWN[label]]


def test_every_metric_of_ours_is_on_the_dashboard() -> None:
    shown = set(METRIC.findall(" ".join(panels().values())))
    ours = {metric.name for metric in REGISTRY.collect() if metric.name.startswith("zugfolge_")}

    assert not [name for name in ours if not any(one.startswith(name) for one in shown)]


def test_every_alert_has_its_section_and_says_how_urgent_it_is() -> None:
    sections = re.findall(r"^## (\w+)$", (K8S / "alerts.md").read_text(), re.MULTILINE)

    assert list(alerts()) == sections
    assert {rule["labels"]["severity"] for rule in alerts().values()} == {"page", "ticket"}
    assert [rule["annotations"]["runbook"] for rule in alerts().values()] == [
        f"k8s/alerts.md#{name.lower()}" for name in alerts()
    ]

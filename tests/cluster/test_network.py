"""The network: pods reach what they need, and nobody reaches anything beyond."""

from collections.abc import Iterator
from typing import Any

import pytest

from services.crew import CREW
from tests.cluster.manifests import Manifest, container, of_kind, pods, selects

FOLDER = "overlays/development"  # Where the stores are pods, too.
PROCESSES = ("api", *CREW)
NAMESPACES = ("ingress-nginx", "monitoring", "kube-system", "elsewhere")
NAMESPACE = "kubernetes.io/metadata.name"
HTTP, OPS, POSTGRES, REDIS = 8000, 9000, 5432, 6379
MAY = {
    ("ingress-nginx", "api", HTTP),
    *(("monitoring", process, OPS) for process in PROCESSES),
    *((process, "postgres", POSTGRES) for process in (*PROCESSES, "migrate")),
    *((process, "valkey", REDIS) for process in (*PROCESSES, "migrate")),
}


def lets(folder: str, way: str, pod: Manifest, other: Manifest | str, port: int) -> bool:
    """Say whether policies let a pod go or be come to, `way`, by another pod or a namespace; without any all may."""
    policies = [each["spec"] for each in of_kind(folder, "NetworkPolicy").values() if _holds(each["spec"], pod)]
    rules = [rule for policy in policies for rule in policy.get(way, ())]
    silent = not any(way.capitalize() in policy["policyTypes"] for policy in policies)
    return silent or any(_names(rule, way, other) and port in _ports(rule, pod) for rule in rules)


def _holds(policy: Manifest, pod: Manifest) -> bool:
    chosen = policy["podSelector"]
    labels = pod["metadata"]["labels"]
    wanted = chosen.get("matchExpressions", ())
    return selects(chosen.get("matchLabels", {}), pod) and all(labels.get(e["key"]) in e["values"] for e in wanted)


def _names(rule: Manifest, way: str, other: Manifest | str) -> bool:
    peers = rule.get({"ingress": "from", "egress": "to"}[way])
    if peers is None:
        return True
    if isinstance(other, str):
        return any(peer.get("namespaceSelector", {}).get("matchLabels") == {NAMESPACE: other} for peer in peers)
    return any("podSelector" in peer and selects(peer["podSelector"]["matchLabels"], other) for peer in peers)


def _ports(rule: Manifest, pod: Manifest) -> Iterator[Any]:
    known = {each["name"]: each["containerPort"] for each in container(pod).get("ports", ())}
    return (known.get(each["port"], each["port"]) for each in rule["ports"])


def test_pods_reach_what_they_may_and_nothing_else() -> None:
    there = pods(FOLDER)
    ends = {
        (target, each["containerPort"]) for target, pod in there.items() for each in container(pod).get("ports", ())
    }
    reached = {
        (source, target, port)
        for source in (*there, *NAMESPACES)
        for target, port in ends
        if lets(FOLDER, "ingress", there[target], there.get(source, source), port)
        and (source in NAMESPACES or lets(FOLDER, "egress", there[source], there[target], port))
    }

    assert reached == MAY


@pytest.mark.parametrize("name", [*PROCESSES, "migrate"])
def test_names_are_found(name: str) -> None:
    assert lets(FOLDER, "egress", pods(FOLDER)[name], "kube-system", 53)


@pytest.mark.parametrize("folder", ["overlays/production", "overlays/distributed"])
def test_in_production_stores_are_reached_in_named_networks_alone(folder: str) -> None:
    ways = of_kind(folder, "NetworkPolicy")["stores"]["spec"]["egress"]

    assert [[port["port"] for port in way["ports"]] for way in ways] == [[53, 53], [5432, 6379]]
    assert all(way["to"] for way in ways)

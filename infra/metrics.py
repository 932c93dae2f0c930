"""Metrics: what a process counts of itself, for whoever looks after it.

Of no game and of nobody: a label is a kind, a call, a code or a work, so that there are few, and always the same.  What
onlookers are not shown is counted for no kind; only in what the process does altogether does it show.
"""

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.exposition import CONTENT_TYPE_LATEST

__all__ = ["CONTENT_TYPE_LATEST", "written"]

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
COMMITS = (1, 2, 4, 8, 16, 32, 64, 128, 256)

# They would double everything, to tell when something was first counted.
disable_created_metrics()  # type: ignore[no-untyped-call]

REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)

# Play.
MOVES = Counter(
    "zugfolge_moves", "Moves decided here, by kind, as soon as onlookers are shown them.", ["kind"], registry=REGISTRY
)
REFUSALS = Counter(
    "zugfolge_refusals",
    "Requests refused, by code; what a game's own rules refuse is `rules`.",
    ["code"],
    registry=REGISTRY,
)
REQUEST_SECONDS = Histogram(
    "zugfolge_request_seconds",
    "From a request to its answer, streams left out.",
    ["call"],
    buckets=SECONDS,
    registry=REGISTRY,
)

# The event store.
APPEND_SECONDS = Histogram(
    "zugfolge_append_seconds",
    "From a commit that is ready to one that is durable, waiting included.",
    buckets=SECONDS,
    registry=REGISTRY,
)
BATCH_COMMITS = Histogram(
    "zugfolge_append_batch_commits", "Commits written by one statement.", buckets=COMMITS, registry=REGISTRY
)
APPENDS_WAITING = Gauge("zugfolge_appends_waiting", "Commits that wait for the ones in flight.", registry=REGISTRY)
CONFLICTS = Counter("zugfolge_conflicts", "Commits that lost a race and were decided again.", registry=REGISTRY)
POOL_IN_USE = Gauge("zugfolge_pool_connections_in_use", "Connections lent just now.", ["pool"], registry=REGISTRY)
POOL_MAX = Gauge("zugfolge_pool_connections_max", "Connections that there may be.", ["pool"], registry=REGISTRY)

# Fan-out.
PUBLISH_FAILURES = Counter("zugfolge_publish_failures", "Hints that Redis did not take.", registry=REGISTRY)
FANOUT_LOSSES = Counter("zugfolge_fanout_losses", "Connections on which hints came, lost.", registry=REGISTRY)
GAPS = Counter(
    "zugfolge_gaps", "Hints that did not follow what was known, so that it was read back.", registry=REGISTRY
)
RECONCILIATIONS = Counter(
    "zugfolge_reconciliations", "Times that all that is watched was compared with the database.", registry=REGISTRY
)
GAMES_READ_BACK = Counter(
    "zugfolge_games_read_back", "Games whose news came from the database, not by a hint.", registry=REGISTRY
)

# Streams.
OPEN_STREAMS = Gauge(
    "zugfolge_open_streams",
    "Streams that are read just now, by call; of one game also by its kind.",
    ["call", "kind"],
    registry=REGISTRY,
)
READERS_CUT_OFF = Counter("zugfolge_readers_cut_off", "Readers too slow to be waited for.", registry=REGISTRY)

# Workers.
WORK_LAG_SECONDS = Histogram(
    "zugfolge_work_lag_seconds",
    "How much later something was done than it was due.",
    ["work"],
    buckets=SECONDS,
    registry=REGISTRY,
)
WORK_DUE = Gauge("zugfolge_work_due", "What was due at the last look, up to a batch.", ["work"], registry=REGISTRY)
WORK_LOOKED = Gauge(
    "zugfolge_work_looked_timestamp_seconds", "When it was last looked for what is due.", ["work"], registry=REGISTRY
)
WORK_FAILURES = Counter("zugfolge_work_failures", "Looks and games given up for a while.", ["work"], registry=REGISTRY)


def written() -> bytes:
    """Return all metrics as Prometheus reads them."""
    return generate_latest(REGISTRY)

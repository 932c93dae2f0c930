"""Watch: what a cluster asks of every process, on the operators' port: whether it lives, is ready, and what it counts.

These alone need no token: the port is for operators, and they tell of no game and of nobody.
"""

from litestar import Response, get

from infra.metrics import CONTENT_TYPE_LATEST, written
from services.api.health import live, ready

__all__ = ["live", "metrics", "ready"]


@get("/metrics", name="metrics")
async def metrics() -> Response[bytes]:
    """Return what this process has counted since it began."""
    return Response(written(), headers={"Content-Type": CONTENT_TYPE_LATEST, "Cache-Control": "no-store"})

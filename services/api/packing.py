"""Packing: long answers travel compressed to whoever takes them so.  None may hold both a secret and others' words."""

import gzip
from collections.abc import Mapping

from litestar import Response

from services.api.asking import AnyRequest

PACKED_BYTES_MIN = 1_000  # Less is not worth it.


def packed(request: AnyRequest, body: bytes, media_type: str, headers: Mapping[str, str]) -> Response[bytes]:
    """Answer with these bytes, compressed if the sender takes gzip and they are long enough."""
    vary = ", ".join(filter(None, (headers.get("Vary"), "Accept-Encoding")))
    more = {**headers, "Vary": vary}
    if len(body) >= PACKED_BYTES_MIN and "gzip" in request.headers.get("accept-encoding", ""):
        body, more["Content-Encoding"] = gzip.compress(body, mtime=0), "gzip"
    return Response(body, media_type=media_type, headers=more)

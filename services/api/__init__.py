"""The public interface: JSON over HTTP and streams over SSE, under /v1."""

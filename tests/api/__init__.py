"""Api: the public interface as clients meet it."""

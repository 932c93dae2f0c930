"""Everything that touches the outside: stores, settings, clock and luck, telemetry."""

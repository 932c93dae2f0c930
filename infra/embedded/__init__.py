"""A real PostgreSQL and a real Valkey out of wheels, for whoever has none of their own."""

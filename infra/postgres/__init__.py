"""PostgreSQL: the schema, the connections to it, and what is kept there."""

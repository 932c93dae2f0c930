"""Secrets: what nobody else may be told."""

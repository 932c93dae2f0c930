"""Tests: what is not one game's own."""

"""Loaded: all that a server is made of, once; what is forked from here begins at once."""

from infra.settings import Settings
from services.api.app import create_app

APP = create_app(Settings())

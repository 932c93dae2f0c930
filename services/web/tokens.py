"""Tokens: the colours of scenes for the page's own style sheets.  `python -m services.web.tokens` prints them."""

import sys

from infra.drawing.palette import DARK, LIGHT


def tokens() -> str:
    """Return every tone as a custom property, light and dark in one: `color-scheme` chooses."""
    lines = (f"  --{tone.replace('_', '-')}: light-dark({LIGHT[tone]}, {DARK[tone]});" for tone in LIGHT)
    return "\n".join((":root {", *lines, "}", ""))


if __name__ == "__main__":
    sys.stdout.write(tokens())

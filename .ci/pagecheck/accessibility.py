"""WCAG 2.2 A and AA as far as a program can tell, narrow and wide, in light and dark, unfolded.

axe-core runs beside the page's own script, where the page's policy does not bind it.
"""

import importlib.util
from pathlib import Path

WIDTHS = [320, 1440]


def axe():
    """axe-core's source, from the package that `.ci/setup browser` installs."""
    package = importlib.util.find_spec("axe_core_python")
    return Path(package.submodule_search_locations[0], "axe.min.js").read_text()


def check(tab, report):
    tab.run(axe())
    for width in WIDTHS:
        # The dark page is the light one in other colours, and half of the time goes into colours.
        for scheme, only_colours in (("light", False), ("dark", True)):
            tab.show(width, scheme=scheme)
            _run(tab, report, only_colours, f"{width} px, {scheme}")
        for small in tab.ask("smallTargets"):
            report.add(
                "accessibility", f"{small['place']} is {small['size']}, and others are near",
                "give it 24 by 24 px, or that much space", f"{width} px")


def _run(tab, report, only_colours, view):
    for found in tab.ask("violations", only_colours):
        places = found["places"]
        more = f" and {len(places) - 3} more" if len(places) > 3 else ""
        report.add(
            "accessibility", f"{', '.join(places[:3])}{more} against axe's “{found['rule']}”",
            found["help"], view)

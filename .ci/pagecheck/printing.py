"""Printed on A4 the page has at most five sheets, with everything unfolded and nothing cut off.

pdftotext says for each word of the PDF where it stands, in the order in which it was drawn.
"""

import re
import subprocess
import tempfile
import unicodedata
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

# More is not read in a meeting.
MOST_SHEETS = 5

# What Chromium leaves at each side where a style asks for nothing: 1 cm.
DEFAULT_MARGIN_POINTS = 28.8
A4_POINTS = 595

XHTML = "{http://www.w3.org/1999/xhtml}"


def check(tab, report):
    view = "script on" if tab.is_scripted else "script off"
    margins = tab.ask("paperMargins")
    left, right = (
        DEFAULT_MARGIN_POINTS if margins[side] is None else margins[side]
        for side in ("left", "right"))
    sheets = _sheets(tab.pdf(), left, right)
    if len(sheets) > MOST_SHEETS:
        report.add(
            "printing", f"{len(sheets)} sheets of A4, more than {MOST_SHEETS}",
            "print smaller, in columns, or say less", view)
    for number, (_, outside) in enumerate(sheets, start=1):
        if outside:
            report.add(
                "printing", f"sheet {number} cuts off “{' '.join(outside[:5])}” at its side",
                "let it wrap or shrink in print", view)
    tab.show(round((A4_POINTS - left - right) * 96 / 72), media="print")
    _check_words(tab, report, view, "".join(text for text, _ in sheets))
    for place in tab.ask("clipped"):
        report.add(
            "printing", f"{place} scrolls, and paper does not", "overflow: visible in print", view)


def _check_words(tab, report, view, printed):
    """Each word is printed at least as often as it stands in the page.

    A word that is printed inside another one, too, may hide that one is missing.
    """
    counts, places = Counter(), {}
    for part in tab.ask("wordsToPrint"):
        for word in part["words"]:
            counts[word] += 1
            places.setdefault(word, {})[part["place"]] = None
    # A font may draw two letters as one sign.
    printed = unicodedata.normalize("NFKC", printed)
    missing = [word for word, count in counts.items() if printed.count(word) < count]
    for parts, words in _blame({word: list(places[word]) for word in missing}).items():
        where = parts[0] if len(parts) == 1 else f"one of {', '.join(parts[:3])}"
        report.add(
            "printing", f"{where} is printed without “{' '.join(words[:5])}”",
            "let it wrap in print, and show what is folded: details::details-content", view)


def _blame(places):
    """The missing words by the parts that lack them.

    A word of several parts says little where one of them lacks a word of its own.
    """
    blamed = {}
    for word in sorted(places, key=lambda word: len(places[word])):
        parts = tuple(places[word])
        if parts in blamed or not any(part in known for known in blamed for part in parts):
            blamed.setdefault(parts, []).append(word)
    return blamed


def _sheets(pdf, left, right):
    """Of each sheet its text without blanks, and the words that stand in a margin."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "page.pdf")
        file.write_bytes(pdf)
        found = subprocess.run(
            ["pdftotext", "-raw", "-bbox", file, "-"], check=True, capture_output=True)
    # It writes characters that no XML may hold as they are.
    text = re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f]", "", found.stdout.decode(errors="replace"))
    pages = ElementTree.fromstring(text).iter(f"{XHTML}page")
    return [_read(page, left, float(page.get("width")) - right) for page in pages]


def _read(page, left, right):
    text, outside = [], []
    for word in page.iter(f"{XHTML}word"):
        text.append(word.text or "")
        # A sign may stick out of its box by a hair.
        if float(word.get("xMin")) < left - 2 or float(word.get("xMax")) > right + 2:
            outside.append(word.text or "")
    return "".join(text), outside

"""Checks pages of the lab in Chromium; `.ci/browser --help` says how."""

import argparse
import shutil
import sys
import time
from pathlib import Path

import accessibility
import keyboard
import layout
import mail
import markup
import printing
import quiet
import selftest
import timeline
from devtools import Browser, BrowserFailed
from report import Report
from tab import Tab

PICTURES = [(width, scheme) for width in (320, 1440) for scheme in ("light", "dark")]


def check_page(browser, file, pictures=None):
    """Checks a page, first as it is written, then with its script, and keeps pictures of it."""
    report = Report(file)
    with Tab(browser, file, scripted=False) as tab:
        markup.check(tab, report, Path(file).stat().st_size / 1024)
        layout.check(tab, report)
        printing.check(tab, report)
        quiet.check(tab, report)
        stripped = mail.stripped_texts(tab, report)
    with Tab(browser, file, scripted=True) as tab:
        if pictures:
            keep_pictures(tab, pictures, Path(file).stem)
        mail.check(tab, report, stripped)
        printing.check(tab, report)
        # Printing needs the page folded, all below unfolded.
        tab.ask("unfold")
        layout.check(tab, report)
        keyboard.check(tab, report)
        timeline.check(tab, report)
        # What axe itself asks for is not the page's.
        quiet.check(tab, report)
        accessibility.check(tab, report)
    return report


def keep_pictures(tab, folder, name):
    """Writes the page as it looks on a phone, on a desk and on paper."""
    folder.mkdir(parents=True, exist_ok=True)
    for width, scheme in PICTURES:
        for number, picture in enumerate(tab.pictures(width, scheme), start=1):
            part = f"-{number}" if number > 1 else ""
            Path(folder, f"{name}-{width}-{scheme}{part}.png").write_bytes(picture)
    Path(folder, f"{name}.pdf").write_bytes(tab.pdf())


def main():
    parser = argparse.ArgumentParser(
        prog=".ci/browser",
        description="Checks pages in Chromium. Exits with 1 if a page breaks a rule.")
    parser.add_argument("pages", nargs="*", type=Path, metavar="PAGE.html")
    parser.add_argument(
        "--screenshots", type=Path, metavar="DIR", help="keep PNGs and a PDF of each page here")
    parser.add_argument(
        "--selftest", action="store_true", help="prove that each rule finds a page that breaks it")
    options = parser.parse_args()
    if not options.selftest and not options.pages:
        parser.error("name the pages to check, or --selftest")
    for page in options.pages:
        if not page.is_file():
            parser.error(f"{page} is not there")
    if shutil.which("pdftotext") is None:
        sys.exit(".ci/browser: pdftotext is not installed: run .ci/setup browser")
    try:
        with Browser() as browser:
            passed = not options.selftest or selftest.run(browser, check_page)
            for page in options.pages:
                passed = check(browser, page, options.screenshots) and passed
    except BrowserFailed as failure:
        sys.exit(f".ci/browser: {failure}")
    sys.exit(0 if passed else 1)


def check(browser, page, pictures):
    began = time.monotonic()
    report = check_page(browser, page, pictures)
    for line in report.lines:
        print(line)
    if not report.lines:
        print(f"{page}: keeps the rules ({time.monotonic() - began:.1f} s)")
    sys.stdout.flush()
    return not report.lines


main()

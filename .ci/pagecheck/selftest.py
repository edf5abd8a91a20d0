"""Each rule finds the page that breaks it, and no other rule takes it for its own.

A page here is the good one with one fault. A check that cannot fail would let it pass.
"""

import tempfile
from pathlib import Path

import faults

GOOD = Path(__file__).with_name("good.html")


def run(browser, check_page):
    """Checks the good page and each bad one; prints what is wrong with the checks."""
    mistakes = check_page(browser, GOOD).lines
    with tempfile.TemporaryDirectory() as folder:
        for fault in faults.ALL:
            page = Path(folder, fault.name.replace(" ", "-") + ".html")
            page.write_text(_broken(fault))
            mistakes += _mistakes(fault, check_page(browser, page))
    for line in mistakes:
        print(f"selftest: {line}")
    if not mistakes:
        print(f"selftest: the good page passes, and {len(faults.ALL)} bad ones are found")
    return not mistakes


def _broken(fault):
    text = GOOD.read_text()
    for old, new in fault.changes.items():
        assert old in text, f"{fault.name}: good.html does not hold “{old}” any more"
        text = text.replace(old, new, 1)
    return text


def _mistakes(fault, report):
    strangers = [check for check in report.checks if check not in (fault.check, fault.also)]
    is_found = any(f": {fault.check}: " in line and fault.names in line for line in report.lines)
    if is_found and not strangers:
        return []
    expected = f"{fault.name}: {fault.check} alone should say “{fault.names}”"
    return [expected] + [f"    it says {line}" for line in report.lines or ["nothing"]]

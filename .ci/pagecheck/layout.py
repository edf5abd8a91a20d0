"""The page never scrolls sideways: on a phone, on a desk, in all colours, with large text.

A table or a chart may scroll inside an element of its own.
"""

WIDTHS = [320, 768, 1440]
# WCAG 2.2, 1.4.4: text can be twice as large without loss.
ZOOM_WIDTH, TEXT_SIZE = 1280, 16


def check(tab, report):
    script = "script on" if tab.is_scripted else "script off"
    for width in WIDTHS:
        for scheme in ("light", "dark"):
            for forced in (False, True):
                tab.show(width, scheme=scheme, forced=forced)
                colours = f"{scheme}, forced colours" if forced else scheme
                _look(tab, report, f"{width} px, {colours}, {script}")
    _check_zoom(tab, report, script)


def _check_zoom(tab, report, script):
    tab.show(ZOOM_WIDTH)
    before = tab.ask("textSize")
    tab.set_text_size(2 * TEXT_SIZE)
    _look(tab, report, f"{ZOOM_WIDTH} px, text at 200 %, {script}")
    if tab.ask("textSize") < 1.9 * before:
        report.add(
            "layout", "body: its text does not grow with the reader's size of text",
            "give font sizes in rem or em, not in px", script)
    tab.set_text_size(TEXT_SIZE)


def _look(tab, report, view):
    found = tab.ask("overflow")
    if found:
        where = ", ".join(found["elements"]) or "body"
        report.add(
            "layout", f"{where} makes the page scroll sideways",
            "let it wrap, or scroll in an element of its own",
            f"by {found['excess']} px at {view}")

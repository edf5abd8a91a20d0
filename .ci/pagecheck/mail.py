"""As mail programs show it, without script, style and pictures, the page has all its text."""

REMEDY = "write it into the page; script and style only add to what is there"


def stripped_texts(tab, report):
    """Strips a page that was loaded without script, and returns what is left to read.

    The page is good for nothing else afterwards.
    """
    for text, place in tab.ask("generatedTexts"):
        report.add("mail", f"{place} has {text} from the style alone", REMEDY)
    tab.ask("strip")
    return tab.ask("texts", True)


def check(tab, report, stripped):
    """Compares a page whose script has run with what is left of it in a mail."""
    shown = tab.ask("texts", False)
    left = "".join(text for text, _ in stripped)
    place = 0
    for text, element in shown:
        if not left.startswith(text, place):
            report.add(
                "mail", f"{element}: “{text[:40]}” is not there, or elsewhere, without script",
                REMEDY)
            return
        place += len(text)
    if place < len(left):
        element = _element(stripped, place)
        report.add(
            "mail", f"{element}: “{left[place:place + 40]}” is taken away by the script",
            "have the script hide what it replaces, not remove it")


def _element(texts, place):
    """The element whose text stands at a place of all the texts."""
    for text, element in texts:
        if place < len(text):
            return element
        place -= len(text)
    return "body"

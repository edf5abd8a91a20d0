"""What the text of a page must have, before it is laid out: size, policy, order, names."""

# What a mail carries without a second thought, and what it still carries.
MOST_KILOBYTES, MOST_KILOBYTES_WITH_TRACE = 300, 1024

# What the question in the page is called, what is wrong at its places, and the remedy.
RULES = [
    ("styled", "has a style attribute", "a policy refuses it; use a class or an attribute"),
    ("foreign", "leads out of the page", "put it into the page; only a link may lead elsewhere"),
    ("uncaptioned", "has no caption", "say in a caption what the table shows"),
    ("unscoped", "has no scope", "give it scope=\"col\" or scope=\"row\""),
    ("headless", "is a table without th", "use th for what names a row or a column"),
    ("nameless", "has no name", "give it role=\"img\" and a title, or hide it beside a table"),
    ("repeated", "stands twice", "an id is there once; begin it with its part's name"),
    ("lost", "refers to no element", "give its target the id, or take it out"),
]


def check(tab, report, kilobytes):
    """Looks at a page that was loaded without script: what is there is what was written."""
    faults = tab.ask("markupFaults")
    if faults["policy"]:
        report.add(
            "markup", f"head {faults['policy']}",
            "begin the head with <meta http-equiv=\"Content-Security-Policy\""
            " content=\"default-src 'none'; …\">")
    for problem in faults["headings"]:
        report.add("markup", problem, "one h1, and no rank left out below it")
    for name, problem, remedy in RULES:
        for place in faults[name]:
            report.add("markup", f"{place} {problem}", remedy)
    most = MOST_KILOBYTES_WITH_TRACE if faults["hasTrace"] else MOST_KILOBYTES
    if kilobytes > most:
        what = "with a trace" if faults["hasTrace"] else "without a trace"
        report.add(
            "markup", f"{kilobytes:,.0f} KB {what}, more than {most:,}",
            "thin the charts or the data inside, and say so in the page")

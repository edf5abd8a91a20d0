"""What a reader can do something with is reached by the tabulator key, and shows that it is."""

# Elements that scroll by themselves are reached without being asked for.
SPARE_PRESSES = 20


def check(tab, report):
    tab.show(1280)
    tab.press_tab(tab.ask("watchFocus") + SPARE_PRESSES)
    faults = tab.ask("focusFaults")
    for place in faults["missed"]:
        report.add(
            "keyboard", f"{place} is not reached by the tabulator key",
            "use an element that is, or give it tabindex=\"0\"")
    for place in faults["unmarked"]:
        report.add(
            "keyboard", f"{place} has the focus and shows no outline",
            "leave it the outline of :focus-visible")

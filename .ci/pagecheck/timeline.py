"""The script of a picture of time zooms it, and finds what lies there in the page's trace."""


def check(tab, report):
    for fault in tab.ask("timelineFaults"):
        report.add(
            "timeline", f"{fault['place']} {fault['what']}",
            "look at the part of the page's script for figure.time")

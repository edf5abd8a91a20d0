"""What the checks find wrong with a page."""

# A fault in a template stands in every table: its first places show it, the others hide the rest.
PLACES_SHOWN = 10


class Report:
    """The faults of one page, each once, with the ways of looking at it that show it."""

    def __init__(self, file):
        self._file = file
        self._faults = {}

    def add(self, check, problem, remedy, view=None):
        """Adds a fault: what is wrong and where, what to do, and how it was looked at."""
        views = self._faults.setdefault((check, problem, remedy), [])
        if view and view not in views:
            views.append(view)

    @property
    def checks(self):
        """The checks that found something."""
        return sorted({check for check, _, _ in self._faults})

    @property
    def lines(self):
        """A line for each fault, for a reader who has the page and not the checks."""
        lines, counts = [], {}
        for (check, problem, remedy), views in self._faults.items():
            counts[check] = counts.get(check, 0) + 1
            if counts[check] <= PLACES_SHOWN:
                seen = f" ({views[0]}" if views else ""
                seen += f", and {len(views) - 1} more" if len(views) > 1 else ""
                seen += ")" if views else ""
                lines.append(f"{self._file}: {check}: {problem}{seen}: {remedy}")
        for check, count in counts.items():
            if count > PLACES_SHOWN:
                lines.append(f"{self._file}: {check}: {count - PLACES_SHOWN} more like these")
        return lines

"""The page loads and says nothing: no message, no request, nothing that its policy refuses.

What the policy refuses is a message, whether or not it becomes a request before.
"""

REMEDY = "a page is one file that fetches nothing; take out what asks for it"


def check(tab, report):
    view = "script on" if tab.is_scripted else "script off"
    document = None
    for event in tab.events:
        found, what = event["method"], event["params"]
        if found == "Network.requestWillBeSent":
            url = what["request"]["url"]
            document = document or what["requestId"]
            # A data: address is part of the page; whether the page may use it its policy says.
            if what["requestId"] != document and not url.startswith("data:"):
                report.add("quiet", f"asks for {url[:200]}", REMEDY, view)
        elif found == "Runtime.consoleAPICalled":
            text = " ".join(
                str(part.get("value", part.get("description", ""))) for part in what["args"])
            report.add(
                "quiet", f"console.{what['type']} says “{text}”",
                "a page's script has no messages; remove the call", view)
        elif found == "Runtime.exceptionThrown":
            details = what["exceptionDetails"]
            text = details.get("exception", {}).get("description", details["text"])
            report.add(
                "quiet", f"its script throws “{text.splitlines()[0]}”",
                "find the line in the page's script", view)
        elif found == "Log.entryAdded":
            entry = what["entry"]
            report.add(
                "quiet", f"the console has “{entry['text'][:300]}”",
                "allow it by a digest in the policy, or take it out", view)

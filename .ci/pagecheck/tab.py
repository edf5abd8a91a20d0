"""One page in one tab: how it is loaded, looked at, asked and printed."""

import base64
import json
from pathlib import Path

from devtools import BrowserFailed

# What the checks ask in the page; each file defines functions, and page.js the words they share.
SCRIPTS = sorted(Path(__file__).parent.glob("*.js"))
QUESTIONS = "\n".join(script.read_text() for script in SCRIPTS)

# Pixels; a picture taller than a texture may be is blank at its end.
TALLEST_PICTURE = 16_000

A4_INCHES = {"paperWidth": 8.27, "paperHeight": 11.69}


class Tab:
    """A tab with one page, loaded with its script on or off.

    Questions are asked in a world beside the page's own: they see its elements and not its
    variables, and its policy does not bind them.
    """

    def __init__(self, browser, file, scripted):
        self._browser = browser
        self._file = Path(file).resolve()
        self.is_scripted = scripted
        self.events = []

    def __enter__(self):
        target = self._browser.call("Target.createTarget", url="about:blank")["targetId"]
        self._target = target
        self._session = self._browser.call(
            "Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.call("Emulation.setScriptExecutionDisabled", value=not self.is_scripted)
        # A tab that no window shows has the focus, and so focus rings, too.
        self.call("Emulation.setFocusEmulationEnabled", enabled=True)
        self.show(1280)
        self._load()
        return self

    def __exit__(self, *_):
        self._browser.call("Target.closeTarget", targetId=self._target)

    def call(self, method, **parameters):
        """Calls a method of the protocol on this tab."""
        return self._browser.call(method, self._session, **parameters)

    def call_all(self, calls):
        """Calls methods one after the other, and waits for their answers together."""
        numbers = [
            self._browser.send(method, self._session, **parameters)
            for method, parameters in calls
        ]
        return [self._browser.answer(number) for number in numbers]

    def _load(self):
        self._browser.listen(self._session, self.events)
        answer = self.call("Page.navigate", url=self._file.as_uri())
        if "errorText" in answer:
            raise BrowserFailed(f"{self._file} does not load: {answer['errorText']}")
        while not any(event["method"] == "Page.loadEventFired" for event in self.events):
            self._browser.read()
        self._world = self.call(
            "Page.createIsolatedWorld", frameId=answer["frameId"], worldName="pagecheck",
        )["executionContextId"]
        self.run(QUESTIONS)

    def run(self, script):
        """Runs a script beside the page's own, and returns its value when it is settled."""
        answer = self.call(
            "Runtime.evaluate", expression=script, contextId=self._world, awaitPromise=True,
            returnByValue=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            what = details.get("exception", {}).get("description") or details["text"]
            raise BrowserFailed(f"a question to {self._file.name} fails: {what}")
        return answer["result"].get("value")

    def ask(self, function, *arguments):
        """Calls one of the functions of the `.js` files here."""
        return self.run(f"{function}({', '.join(map(json.dumps, arguments))})")

    def show(self, width, height=900, scheme="light", forced=False, media=""):
        """Shows the page in a width, in px, in light or dark, or in the user's own colours."""
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height,
            deviceScaleFactor=1, mobile=False)
        features = {"prefers-color-scheme": scheme, "forced-colors": "active" if forced else "none"}
        self.call(
            "Emulation.setEmulatedMedia", media=media,
            features=[{"name": name, "value": value} for name, value in features.items()])

    def set_text_size(self, pixels):
        """Sets what a reader sets as the size of text, 16 px if nothing is set."""
        self.call("Page.setFontSizes", fontSizes={"standard": pixels, "fixed": pixels * 13 // 16})

    def press_tab(self, count):
        """Presses the tabulator key some times."""
        key = {"key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9}
        for _ in range(count):
            self.call_all([
                ("Input.dispatchKeyEvent", {"type": kind, **key}) for kind in ("keyDown", "keyUp")
            ])

    def pdf(self):
        """The page as printed on A4, in the margins that its style asks for."""
        self.show(1280)
        answer = self.call("Page.printToPDF", preferCSSPageSize=True, **A4_INCHES)
        return base64.b64decode(answer["data"])

    def pictures(self, width, scheme):
        """All of the page as PNGs, from its top down: one, or more where it is very long."""
        self.show(width, scheme=scheme)
        height = self.run("document.documentElement.scrollHeight")
        for top in range(0, height, TALLEST_PICTURE):
            clip = {
                "x": 0, "y": top, "width": width, "height": min(TALLEST_PICTURE, height - top),
                "scale": 1,
            }
            answer = self.call("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)
            yield base64.b64decode(answer["data"])

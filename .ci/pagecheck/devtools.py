"""Chromium without a window, driven through the pipe of its DevTools protocol.

    this process                      Chromium
    call("Page.navigate") ── fd 3 ──▶ does it
    answer, and events    ◀── fd 4 ── says that it is done

No driver and no library stands between. A command's answer comes after its work, and what a page
does by itself is an event: nothing here waits for time to pass.

Not modelled: frames inside a page, downloads and dialogs. The lab's pages have none.
"""

import fcntl
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

# The longest command, the first axe run of a page with sixteen stacks, takes 3 s on two busy cores.
PATIENCE_SECONDS = 60

ARGUMENTS = [
    "--headless",
    "--remote-debugging-pipe",
    # Root has no sandbox, and most containers forbid it. The pages are the repository's own.
    "--no-sandbox",
    # A container's /dev/shm has 64 MB: a tall screenshot needs more.
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-extensions",
    "--disable-sync",
    # Screenshots and layouts must not depend on the desktop's theme.
    "--hide-scrollbars",
    "--force-color-profile=srgb",
]


class BrowserFailed(Exception):
    """Chromium is missing, has ended, does not answer, or refuses a command."""


class Browser:
    """One Chromium with a profile of its own, which ends with the `with` that began it."""

    def __init__(self):
        program = shutil.which("chromium")
        if program is None:
            raise BrowserFailed("chromium is not installed: run .ci/setup browser")
        self._profile = tempfile.TemporaryDirectory(prefix="pagecheck-", ignore_cleanup_errors=True)
        self._log = Path(self._profile.name, "chromium.log")
        self._last = 0
        self._buffer = bytearray()
        self._answers = {}
        self._tabs = {}
        its_input, to_it = os.pipe()
        from_it, its_output = os.pipe()
        # Chromium reads from 3 and writes to 4, which the pipes may have themselves.
        inputs = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (its_input, its_output)]
        with open(self._log, "wb") as log:
            self._process = subprocess.Popen(
                [program, *ARGUMENTS, f"--user-data-dir={self._profile.name}", "about:blank"],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
                pass_fds=(3, 4),
                preexec_fn=lambda: (os.dup2(inputs[0], 3), os.dup2(inputs[1], 4)))
        for end in (its_input, its_output, *inputs):
            os.close(end)
        self._to = os.fdopen(to_it, "wb")
        self._from = from_it

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.call("Browser.close")
            self._process.wait(timeout=10)
        except (BrowserFailed, subprocess.TimeoutExpired):
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        self._to.close()
        os.close(self._from)
        self._profile.cleanup()

    def call(self, method, session=None, **parameters):
        """Has Chromium do something, and returns its answer when it is done."""
        return self.answer(self.send(method, session, **parameters))

    def send(self, method, session=None, **parameters):
        """Has Chromium do something, and returns the number that its answer will have."""
        self._last += 1
        message = {"id": self._last, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        try:
            self._to.write(json.dumps(message).encode() + b"\0")
            self._to.flush()
        except BrokenPipeError:
            raise BrowserFailed(self._ended()) from None
        return self._last

    def answer(self, number):
        """The answer to an earlier `send`."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while number not in self._answers:
            self._read(deadline)
        answer = self._answers.pop(number)
        if "error" in answer:
            raise BrowserFailed(f"Chromium refuses: {answer['error']['message']}")
        return answer["result"]

    def listen(self, session, events):
        """Appends a session's events to a list from now on."""
        self._tabs[session] = events

    def read(self):
        """Waits for one message of Chromium, and keeps it where it belongs."""
        self._read(time.monotonic() + PATIENCE_SECONDS)

    def _read(self, deadline):
        end = self._buffer.find(b"\0")
        while end < 0:
            left = max(0, deadline - time.monotonic())
            if not select.select([self._from], [], [], left)[0]:
                raise BrowserFailed(f"Chromium has said nothing for {PATIENCE_SECONDS} s")
            chunk = os.read(self._from, 1 << 20)
            if not chunk:
                raise BrowserFailed(self._ended())
            start = len(self._buffer)
            self._buffer += chunk
            end = self._buffer.find(b"\0", start)
        message = json.loads(self._buffer[:end])
        del self._buffer[: end + 1]
        if "id" in message:
            self._answers[message["id"]] = message
        elif message.get("sessionId") in self._tabs:
            self._tabs[message["sessionId"]].append(message)

    def _ended(self):
        lines = self._log.read_text(errors="replace").splitlines()[-5:]
        return "\n    ".join(["Chromium has ended; its last lines:", *lines])

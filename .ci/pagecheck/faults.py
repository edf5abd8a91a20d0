"""What `--selftest` breaks in the good page, one thing at a time."""

from typing import NamedTuple


class Fault(NamedTuple):
    """A change of the good page, and the check that must find it."""

    name: str
    check: str
    # What a line of the check names: the element, or what is wrong with it.
    names: str
    # What is replaced in the good page, and by what.
    changes: dict
    # Another check that finds the same, and may.
    also: str = ""


BODY_END = "</main>"
STYLE_END = "</style>"
SCRIPT_END = "</script>"


def in_body(text):
    return {BODY_END: text + BODY_END}


def in_style(text):
    return {STYLE_END: text + STYLE_END}


def in_script(text):
    return {SCRIPT_END: text + SCRIPT_END}


IMAGE = "<img alt='A dot' src='dot.png' width='24' height='24'>"

QUIET = [
    Fault("message", "quiet", "console.debug says “7”", in_script("console.debug(7)")),
    Fault("exception", "quiet", "lost()", in_script("throw Error('lost()')")),
    Fault("late message", "quiet", "on paper",
          in_script("window.onbeforeprint = function () { console.log('on paper') }")),
    Fault("refused image", "quiet", "dot.png", in_body(IMAGE)),
    Fault("allowed image", "quiet", "asks for file:",
          {"default-src 'none';": "default-src 'none'; img-src file:;", **in_body(IMAGE)}),
    Fault("refused fetch", "quiet", "connect-src",
          in_script("fetch('data.csv').catch(function () {})")),
    Fault("refused script", "quiet", "script-src",
          {"script-src 'unsafe-inline'": "script-src 'sha256-2nqtvuUgVEk0JAetAPJYfA=='"},
          also="timeline"),
]

LAYOUT = [
    Fault("wide", "layout", "#wide",
          {**in_body("<div id='wide'>word</div>"), **in_style("#wide { width: 50rem }")}),
    Fault("wide on a desk", "layout", "1440 px",
          in_style("@media (min-width: 1400px) { h1 { width: 100rem } }")),
    Fault("wide in forced colours", "layout", "forced colours",
          in_style("@media (forced-colors: active) { h1 { width: 100rem } }")),
    Fault("wide in dark", "layout", "320 px, dark",
          in_style("@media screen and (prefers-color-scheme: dark) { h1 { width: 30rem } }")),
    Fault("wide when unfolded", "layout", "#folded",
          in_style("@media screen { #folded { width: 100rem } }")),
    Fault("wide by script", "layout", "script on",
          in_script("document.querySelector('h1').style.width = '100rem'")),
    Fault("text in px", "layout", "does not grow", {"font: 1rem/1.5": "font: 16px/1.5"}),
    Fault("wide at 200 %", "layout", "text at 200 %",
          in_style("@media (width: 1280px) { h1 { width: 25em } }")),
]

ACCESSIBILITY = [
    Fault("contrast", "accessibility", "color-contrast",
          in_style("@media screen { figcaption { color: #aaa; background: #fff } }")),
    Fault("contrast in dark", "accessibility", "320 px, dark", {"color: #9cf": "color: #137"}),
    Fault("folded contrast", "accessibility", "#folded",
          in_style("@media screen { #folded { color: #aaa; background: #fff } }")),
    Fault("language", "accessibility", "html-has-lang", {" lang=\"en\"": ""}),
    Fault("small targets", "accessibility", "others are near",
          {**in_body("<button class='small'>1</button><button class='small'>2</button>"),
           **in_style(".small { width: 12px; height: 12px; padding: 0; border: 0 }")}),
]

PRINTING = [
    Fault("sheets", "printing", "sheets of A4",
          in_style("@media print { p, h2, h2 + *, figcaption { break-before: page } }")),
    Fault("folded in print", "printing", "details is printed without “Repetitions alternated”",
          {"content-visibility: visible;": ""}),
    Fault("hidden in print", "printing", "main > figure",
          in_style("@media print { figcaption { display: none } }")),
    Fault("cut in print", "printing", "is printed without “word last”",
          {**in_body("<pre tabindex='0'>" + 40 * "word " + "last</pre>"),
           **in_style("@media screen { pre { overflow: auto } }")}),
    Fault("scrolls in print", "printing", "#region scrolls",
          {".scroll { overflow: visible; }": "", ".wide { min-width: 0; }": ""}),
]

MAIL = [
    Fault("text by script", "mail", "figcaption",
          in_script("document.querySelector('figcaption').textContent += ' Late.'")),
    Fault("text by style", "mail", "#folded has \" Fresh\"",
          in_style("#folded::after { content: ' Fresh' }")),
    Fault("text hidden", "mail", "#late", in_body("<p id='late' hidden>Alternating</p>")),
    Fault("text taken by script", "mail", "is taken away",
          in_script("document.querySelector('#folded').remove()")),
    Fault("text moved by script", "mail", "elsewhere",
          in_script("document.querySelector('main').append(document.querySelector('figure'))")),
]

MARKUP = [
    Fault("size", "markup", "without a trace", in_body("<!-- " + 310 * 1024 * "x" + " -->")),
    Fault("size with a trace", "markup", "with a trace",
          in_body("<!-- " + 1030 * 1024 * "x" + " --><p><a download='trace.json'"
                  " href='data:application/json,{}'>Trace</a></p>")),
    Fault("no policy", "markup", "no Content-Security-Policy",
          {"http-equiv=\"Content-Security-Policy\"": "name=\"policy\""}),
    Fault("loose policy", "markup", "without default-src 'none'",
          {"default-src 'none'": "default-src 'self'"}),
    Fault("late policy", "markup", "too late",
          {"<meta charset=\"utf-8\">": "<meta charset=\"utf-8\"><style>p { margin: 0 }</style>"}),
    Fault("style attribute", "markup", "#folded has a style",
          {"id=\"folded\"": "id=\"folded\" style=\"margin: 0\""}),
    Fault("address elsewhere", "markup", "#folded[data-from] leads out",
          {"id=\"folded\"": "id=\"folded\" data-from=\"https://example.org/\""}),
    Fault("skipped rank", "markup", "h4 “Least” follows an h2",
          {"<h2>More</h2>": "<h2>More</h2><h4>Least</h4>"}, also="accessibility"),
    Fault("two h1", "markup", "2 h1", {"<h2>More</h2>": "<h1>More</h1>"}),
    Fault("no caption", "markup", "has no caption",
          {"<caption>Waits of two stacks</caption>": ""}),
    Fault("no scope", "markup", "has no scope", {"<th scope=\"row\">siblings": "<th>siblings"}),
    Fault("no heads", "markup", "table without th",
          in_body("<table><caption>Counts</caption><tr><td>12</td></tr></table>")),
    Fault("nameless picture", "markup", "svg has no name",
          {"<title>Siblings wait least</title>": ""}, also="accessibility"),
    Fault("hidden picture", "markup", "svg has no name", {"role=\"img\"": "aria-hidden=\"true\""}),
    Fault("repeated id", "markup", "#folded stands twice", in_body("<p id='folded'>2</p>"),
          also="accessibility"),
    Fault("lost reference", "markup", "refers to no element",
          in_body("<p><a href='#nowhere'>There</a></p>")),
]

KEYBOARD = [
    Fault("unreachable", "keyboard", "#far is not reached",
          in_body("<p><a id='far' href='#figures' tabindex='-1'>Figures</a></p>")),
    Fault("no focus ring", "keyboard", "summary has the focus and shows no outline",
          {"outline: 3px solid": "outline: none"}),
]

TIMELINE = [
    Fault("no zoom", "timeline", "does not zoom", {"scale(2 1)": "scale(1 1)"}),
    Fault("silent picture", "timeline", "says nothing",
          {**in_body("<p><a download='trace.json' href='data:application/json,{}'>Trace</a></p>"),
           "event.key === \"ArrowRight\"": "event.key === \"Escape\""}),
]

ALL = [*QUIET, *LAYOUT, *ACCESSIBILITY, *PRINTING, *MAIL, *MARKUP, *KEYBOARD, *TIMELINE]

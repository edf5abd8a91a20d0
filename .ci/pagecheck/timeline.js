// A picture of time zooms by its keys, and where the page holds a trace, says what lies there.
function timelineFaults() {
    const faults = [];
    for (const figure of all("figure.time")) {
        const frame = figure.querySelector(".scroll");
        const marks = figure.querySelector(".marks");
        if (!frame || !marks) { continue; }
        const press = (key) => {
            frame.dispatchEvent(
                new KeyboardEvent("keydown", { key: key, bubbles: true, cancelable: true }));
        };
        press("+");
        if (!/scale\(2[ )]/.test(marks.getAttribute("transform"))) {
            faults.push({ place: selector(figure), what: "does not zoom by +" });
        }
        press("ArrowRight");
        const said = figure.querySelector("[role='status']");
        const holdsTrace = document.querySelector("a[download='trace.json']");
        if (holdsTrace && !(said && said.textContent.trim())) {
            faults.push({ place: selector(figure), what: "says nothing of the trace at an arrow" });
        }
        press("-");
    }
    return faults;
}

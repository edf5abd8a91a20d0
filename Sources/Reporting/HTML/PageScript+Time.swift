extension PageScript {
    /// Zooms a picture of time, and names the slices of the page's own trace at the pointer.
    ///
    ///     window   0 ──────┤from ▒▒▒▒▒▒▒▒ from + 1 / zoom├────────────── 1   of the picture's time
    ///     marks    scaled by `zoom` along time, and moved left; words and axis are drawn anew
    ///
    /// The trace is read when it is first asked for; a page without one zooms, and names nothing.
    static let time = """
            var readTrace = function () {
                var link = document.querySelector("a[download='trace.json']");
                if (!link) { return null; }
                var text = atob(link.href.split(",")[1]);
                var bytes = Uint8Array.from(text, function (sign) { return sign.charCodeAt(0); });
                var file = JSON.parse(new TextDecoder().decode(bytes));
                var events = file.traceEvents, lanes = [], byProcess = {};
                lanes.isWhole = file.otherData.thinning.indexOf("slices are left out") < 0;
                events.forEach(function (event) {
                    if (event.name === "process_name") {
                        lanes.push(byProcess[event.pid] =
                            { name: event.args.name, rows: {}, zero: Infinity });
                    }
                });
                events.forEach(function (event) {
                    var lane = byProcess[event.pid];
                    if (event.name === "thread_name") {
                        lane.rows[event.tid] = { name: event.args.name, slices: [] };
                    } else if (event.ph === "X") {
                        lane.rows[event.tid].slices.push(event);
                        if (event.cat === "phase" && event.args.measured === "yes") {
                            lane.zero = Math.min(lane.zero, event.ts);
                        }
                    }
                });
                return lanes;
            };
            var trace;
            // A row of the picture may be several threads of the trace.
            var isRow = function (thread, row) {
                var name = thread.replace(/ \\(\\d+\\)$/, "");
                return row === "store" ? name.indexOf("store: ") === 0
                    : name === row || name === "queue of " + row
                        || name.indexOf("queue of " + row + " (") === 0;
            };
            var length = function (slice) {
                return (slice.dur / 1000).toPrecision(3) + " ms";
            };
            var described = function (slice) {
                var given = slice.args || {}, facts = [];
                if (given.kind) { facts.push(given.role + ": " + given.kind); }
                ["operation", "rows", "objects", "bytes", "calls"].forEach(function (fact) {
                    if (given[fact]) { facts.push(fact + " " + given[fact]); }
                });
                return slice.name + " " + length(slice)
                    + (facts.length ? " (" + facts.join(", ") + ")" : "");
            };
            // What a row does at an instant, the outermost first; near is in seconds.
            var story = function (area, instant, near) {
                trace = trace === undefined ? readTrace() : trace;
                var lane = trace && trace[area.dataset.lane];
                if (!lane) { return ""; }
                var from = lane.zero + (instant - near) * 1e6;
                var until = lane.zero + (instant + near) * 1e6;
                var found = [];
                Object.keys(lane.rows).forEach(function (thread) {
                    if (!isRow(lane.rows[thread].name, area.dataset.row)) { return; }
                    lane.rows[thread].slices.forEach(function (slice) {
                        if (slice.ts <= until && slice.ts + slice.dur >= from) {
                            found.push(slice);
                        }
                    });
                });
                if (!found.length) {
                    return lane.name + ", " + area.dataset.row + ": rests"
                        + (trace.isWhole ? "" : ", or what it does is too short for this page");
                }
                var longest = found.reduce(function (a, b) { return b.dur > a.dur ? b : a; });
                var stack = found.filter(function (slice) {
                    return slice.ts >= longest.ts && slice.ts <= longest.ts + longest.dur;
                }).sort(function (a, b) { return a.ts - b.ts || b.dur - a.dur; });
                return lane.name + ", " + area.dataset.row + ": "
                    + stack.slice(0, 6).map(described).join(" › ")
                    + (stack.length > 6 ? " … " + (stack.length - 6) + " more" : "");
            };

            all("figure.time").forEach(function (figure) {
                var picture = figure.querySelector("svg"), frame = figure.querySelector(".scroll");
                var marks = picture && picture.querySelector(".marks");
                var areas = picture ? all("rect[data-row]", picture) : [];
                if (!marks || !areas.length) { return; }
                var seconds = parseFloat(areas[0].dataset.seconds);
                var left = parseFloat(areas[0].getAttribute("x"));
                var width = parseFloat(areas[0].getAttribute("width"));
                var ticks = picture.querySelector(".ticks");
                var named = made("p");
                var zoom = 1, from = 0, at = 0.5, row = 0;
                named.setAttribute("role", "status");

                var drawTicks = function () {
                    // Four labels at least, ten at most.
                    var span = seconds / zoom;
                    var step = Math.pow(10, Math.floor(Math.log10(span / 4)));
                    step *= span / step >= 20 ? 5 : span / step >= 8 ? 2 : 1;
                    var height = ticks.querySelector("text").getAttribute("y");
                    while (ticks.firstChild) { ticks.removeChild(ticks.firstChild); }
                    var first = Math.ceil(from * seconds / step - 1e-9);
                    var digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
                    for (var count = first; count * step <= from * seconds + span; count += 1) {
                        var text = document.createElementNS(picture.namespaceURI, "text");
                        var part = (count * step / seconds - from) * zoom;
                        text.setAttribute("x", left + part * width);
                        text.setAttribute("y", height);
                        text.setAttribute("text-anchor", "middle");
                        text.textContent = (count * step).toFixed(digits);
                        ticks.appendChild(text);
                    }
                };
                var show = function () {
                    zoom = Math.min(4096, Math.max(1, zoom));
                    from = Math.min(1 - 1 / zoom, Math.max(0, from));
                    marks.setAttribute("transform", "translate("
                        + (left - (left + from * width) * zoom) + " 0) scale(" + zoom + " 1)");
                    drawTicks();
                };
                // Zooms about an instant, a part of the whole time, which stays in its place.
                var zoomBy = function (factor, instant) {
                    var place = (instant - from) * zoom;
                    zoom *= factor;
                    zoom = Math.min(4096, Math.max(1, zoom));
                    from = instant - place / zoom;
                    show();
                };
                var say = function () {
                    var instant = at * seconds;
                    var words = story(areas[row], instant, seconds / zoom / width);
                    named.textContent = words && instant.toFixed(4) + " s, " + words;
                };
                var instantAt = function (event) {
                    var box = areas[row].getBoundingClientRect();
                    return from + (event.clientX - box.left) / box.width / zoom;
                };
                [
                    ["Zoom in", function () { zoomBy(2, from + 0.5 / zoom); }],
                    ["Zoom out", function () { zoomBy(0.5, from + 0.5 / zoom); }],
                    ["Earlier", function () { from -= 0.5 / zoom; show(); }],
                    ["Later", function () { from += 0.5 / zoom; show(); }]
                ].forEach(function (choice) {
                    var button = made("button", choice[0]);
                    button.addEventListener("click", choice[1]);
                    figure.insertBefore(button, frame);
                });
                figure.insertBefore(named, frame.nextSibling);
                areas.forEach(function (area, place) {
                    area.addEventListener("pointermove", function (event) {
                        row = place;
                        at = instantAt(event);
                        say();
                    });
                    area.addEventListener("dblclick", function (event) {
                        row = place;
                        zoomBy(4, instantAt(event));
                    });
                });
                frame.addEventListener("keydown", function (event) {
                    var keys = {
                        ArrowLeft: function () { at -= 0.01 / zoom; },
                        ArrowRight: function () { at += 0.01 / zoom; },
                        ArrowUp: function () { row = Math.max(0, row - 1); },
                        ArrowDown: function () { row = Math.min(areas.length - 1, row + 1); },
                        "+": function () { zoomBy(2, at); },
                        "-": function () { zoomBy(0.5, at); }
                    };
                    if (!keys[event.key] || event.ctrlKey || event.metaKey) { return; }
                    event.preventDefault();
                    keys[event.key]();
                    at = Math.min(1, Math.max(0, at));
                    if (at < from) { from = at; show(); }
                    if (at > from + 1 / zoom) { from = at - 1 / zoom; show(); }
                    say();
                });
            });

        """
}

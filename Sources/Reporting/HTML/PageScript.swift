/// The script of a page, which only adds: columns that sort, topologies that can be left out, and
/// all of the page in print.
enum PageScript {
    static let text = """

        "use strict";
        (function () {
            var all = function (selector, root) {
                return Array.prototype.slice.call((root || document).querySelectorAll(selector));
            };
            var number = function (cell) {
                var text = cell.firstChild ? cell.firstChild.textContent : "";
                var value = parseFloat(text.replace(/[,\\u2009 ~]/g, ""));
                return isNaN(value) ? null : value;
            };

            // A column's title becomes a button that sorts its table.
            all("table").forEach(function (table) {
                var body = table.tBodies[0];
                if (!body || body.rows.length < 2) { return; }
                all("thead th", table).forEach(function (head) {
                    var column = head.cellIndex;
                    var button = document.createElement("button");
                    button.type = "button";
                    while (head.firstChild) { button.appendChild(head.firstChild); }
                    head.appendChild(button);
                    button.addEventListener("click", function () {
                        var falls = head.getAttribute("aria-sort") === "ascending";
                        all("thead th", table).forEach(function (other) {
                            other.removeAttribute("aria-sort");
                        });
                        head.setAttribute("aria-sort", falls ? "descending" : "ascending");
                        var isFigure = head.className === "figure";
                        var rows = Array.prototype.slice.call(body.rows);
                        rows.sort(function (first, second) {
                            var a = first.cells[column], b = second.cells[column];
                            if (!isFigure) {
                                return a.textContent.localeCompare(b.textContent);
                            }
                            var x = number(a), y = number(b);
                            if (x === null || y === null) {
                                return (x === null) - (y === null);
                            }
                            return x - y;
                        });
                        if (falls) { rows.reverse(); }
                        rows.forEach(function (row) { body.appendChild(row); });
                    });
                });
            });

            // Rows of a topology can be left out everywhere.
            var scorecard = document.querySelector("#scorecard tbody");
            var names = scorecard
                ? all("th", scorecard).map(function (head) { return head.textContent; }) : [];
            if (names.length > 2) {
                var hidden = {};
                var choice = document.createElement("fieldset");
                var legend = document.createElement("legend");
                legend.textContent = "Topologies in all tables";
                choice.appendChild(legend);
                names.forEach(function (name) {
                    var label = document.createElement("label");
                    var box = document.createElement("input");
                    box.type = "checkbox";
                    box.checked = true;
                    box.addEventListener("change", function () {
                        hidden[name] = !box.checked;
                        all("tbody tr").forEach(function (row) {
                            var head = row.querySelector("th");
                            row.hidden = !!(head && hidden[head.textContent]);
                        });
                    });
                    label.appendChild(box);
                    label.appendChild(document.createTextNode(" " + name));
                    choice.appendChild(label);
                });
                var region = document.querySelector("#scorecard .scroll");
                region.parentNode.insertBefore(choice, region);
            }

            // A picture of time can be drawn wider than its frame, which then scrolls.
            all("figure.time").forEach(function (figure) {
                var picture = figure.querySelector("svg");
                var frame = figure.querySelector(".scroll");
                if (!picture || !frame) { return; }
                var scale = 1;
                [["Wider", 2], ["Narrower", 0.5]].forEach(function (choice) {
                    var button = document.createElement("button");
                    button.type = "button";
                    button.textContent = choice[0];
                    button.addEventListener("click", function () {
                        scale = Math.min(16, Math.max(1, scale * choice[1]));
                        picture.style.width = 100 * scale + "%";
                    });
                    figure.insertBefore(button, frame);
                });
            });

            window.addEventListener("beforeprint", function () {
                all("details").forEach(function (part) { part.open = true; });
            });
        }());

        """
}

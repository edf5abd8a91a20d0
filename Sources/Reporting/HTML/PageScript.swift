/// The script of a page, which only adds: columns that sort, topologies and roles that can be left
/// out, a picture of time that zooms and names what lies under the pointer, and all of the page in
/// print.
enum PageScript {
    /// The script without the blanks that only a reader of this file wants.
    static let text = PageStyle.dense(source)

    private static let source = """

        "use strict";
        (function () {
            var all = function (selector, root) {
                return Array.prototype.slice.call((root || document).querySelectorAll(selector));
            };
            var made = function (name, words) {
                var element = document.createElement(name);
                element.textContent = words || "";
                if (name === "button") { element.type = "button"; }
                return element;
            };
        \(sorting)
        \(choosing)
        \(time)
            window.addEventListener("beforeprint", function () {
                all("details").forEach(function (part) { part.open = true; });
            });
        }());

        """

    private static let sorting = """
            var number = function (cell) {
                var text = cell.firstChild ? cell.firstChild.textContent : "";
                text = text.replace(/[,\\u2009 ~]/g, "").replace(/\\u2212/g, "-");
                // Under a thousandth is written so.
                text = text.replace("<0.001", "0.0005").replace(">-0.001", "-0.0005");
                var value = parseFloat(text.replace("\\u221e", "Infinity"));
                return isNaN(value) ? null : value;
            };

            // A column's title becomes a button that sorts its table.
            all("table").forEach(function (table) {
                var body = table.tBodies[0];
                if (!body || body.rows.length < 2) { return; }
                all("thead th", table).forEach(function (head) {
                    var column = head.cellIndex;
                    var button = made("button");
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

        """

    private static let choosing = """
            // Topologies and roles can be left out of all tables, as rows and as columns.
            var hidden = {};
            var choose = function () {
                all("table").forEach(function (table) {
                    var heads = all("thead tr > *", table);
                    var names = heads.map(function (head) { return head.textContent; });
                    all("tr", table).forEach(function (row) {
                        var isHidden = false;
                        all("th, td", row).forEach(function (cell) {
                            var column = cell.cellIndex;
                            var isRole = names[column] === "role";
                            cell.hidden = column > 0 && !!hidden["topology " + names[column]];
                            if (row.parentNode.nodeName !== "TBODY") { return; }
                            isHidden = isHidden || hidden["role " + cell.textContent] && isRole
                                || hidden["topology " + cell.textContent] && column === 0;
                        });
                        row.hidden = !!isHidden;
                    });
                });
            };
            var offer = function (kind, title, names) {
                var region = document.querySelector("#scorecard .scroll");
                if (names.length < 2 || !region) { return; }
                var choice = made("fieldset");
                choice.appendChild(made("legend", title));
                names.forEach(function (name) {
                    var label = made("label"), box = made("input");
                    box.type = "checkbox";
                    box.checked = true;
                    box.addEventListener("change", function () {
                        hidden[kind + " " + name] = !box.checked;
                        choose();
                    });
                    label.appendChild(box);
                    label.appendChild(document.createTextNode(" " + name));
                    choice.appendChild(label);
                });
                region.parentNode.insertBefore(choice, region);
            };
            var words = function (cells) {
                return cells.map(function (cell) { return cell.textContent; })
                    .filter(function (name, place, names) {
                        return name !== "all" && names.indexOf(name) === place;
                    });
            };
            offer("topology", "Topologies in all tables", words(all("#scorecard tbody th")));
            offer("role", "Roles in all tables", words(all("thead th").filter(function (head) {
                return head.textContent === "role";
            }).reduce(function (cells, head) {
                return cells.concat(all("tbody tr", head.closest("table")).map(function (row) {
                    return row.cells[head.cellIndex];
                }));
            }, [])));

        """
}

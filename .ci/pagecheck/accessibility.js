const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

// What axe finds against WCAG's levels A and AA and its own best practice, or only by its rule on
// colours.
async function violations(onlyColours) {
    const options = {
        runOnly: onlyColours
            ? { type: "rule", values: ["color-contrast"] }
            : { type: "tag", values: TAGS },
        resultTypes: ["violations"],
        // It would fetch style sheets; a page has none to fetch.
        preload: false,
    };
    const results = await axe.run(document, options);
    return results.violations.map((found) => ({
        rule: found.id,
        help: found.help,
        places: found.nodes.map((node) => selector(document.querySelector(node.target[0]))),
    }));
}

const TARGETS = "a[href], button, input:not([type=hidden]), select, textarea, summary";
const LEAST_TARGET = 24;

// WCAG 2.2, 2.5.8: what is pointed at has 24 by 24 px, or as much space around its centre, or
// stands in a sentence. This axe is older than the rule.
function smallTargets() {
    const targets = all(TARGETS).filter(isShown).map((element) => {
        // A box is hit by its label, too.
        const hit = (element.localName === "input" && element.closest("label")) || element;
        const box = hit.getBoundingClientRect();
        return {
            element: element, box: box,
            x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2,
            isSmall: box.width < LEAST_TARGET - 0.5 || box.height < LEAST_TARGET - 0.5,
        };
    });
    const inSentence = ({ element }) => {
        if (getComputedStyle(element).display !== "inline") { return false; }
        const around = element.parentElement.textContent.trim();
        return around.length > element.textContent.trim().length;
    };
    const isNear = (first, other) => {
        const left = Math.max(other.box.left - first.x, first.x - other.box.right, 0);
        const top = Math.max(other.box.top - first.y, first.y - other.box.bottom, 0);
        const between = other.isSmall
            ? Math.hypot(first.x - other.x, first.y - other.y) - LEAST_TARGET / 2
            : Math.hypot(left, top);
        return between < LEAST_TARGET / 2;
    };
    return targets.filter((target) => target.isSmall && !inSentence(target))
        .filter((target) => targets.some((other) => other !== target && isNear(target, other)))
        .map(({ element, box }) => ({
            place: selector(element),
            size: `${Math.round(box.width)} × ${Math.round(box.height)} px`,
        }));
}

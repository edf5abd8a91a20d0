// What paper must have, however it is hidden or folded on the screen.
const CARRYING = "h1, h2, h3, h4, h5, h6, table, dt, dd, figcaption, pre, details";

// What has no use on paper, and pictures: a filter there draws text as dots.
const NOT_PRINTED = "nav, fieldset, form, [hidden], script, style, svg";

// Words that a broken line or a changed sign cannot make another.
const WORD = /[A-Za-z0-9][A-Za-z0-9.,]+[A-Za-z0-9]/g;

// The words that paper has or must have, each as often as it stands there, with its part.
function wordsToPrint() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        const words = walker.currentNode.data.match(WORD);
        if (!words || element.closest(NOT_PRINTED) || element.closest("a[download]")) { continue; }
        if (element.closest("li:has(a[download])")) { continue; }
        if (!isShown(element) && !element.closest(CARRYING)) { continue; }
        const part = element.closest("table, figure, dl, details, section, body");
        found.push({ place: selector(part), words: words });
    }
    return found;
}

const CSS_PIXELS_PER_POINT = 96 / 72;

// The margins that the style asks of paper, in points; null where it asks for none.
function paperMargins() {
    const rules = Array.from(document.styleSheets).flatMap(function inside(group) {
        const own = Array.from(group.cssRules || []);
        return own.concat(own.flatMap(inside));
    });
    const page = rules.filter((rule) => rule instanceof CSSPageRule).pop();
    if (!page) { return { left: null, right: null }; }
    const points = (length) => {
        if (!length) { return null; }
        const measure = document.createElement("div");
        measure.style.width = length;
        document.body.append(measure);
        const pixels = parseFloat(getComputedStyle(measure).width);
        measure.remove();
        return pixels / CSS_PIXELS_PER_POINT;
    };
    return { left: points(page.style.marginLeft), right: points(page.style.marginRight) };
}

// On paper nothing can be scrolled: what an element would scroll away is lost.
function clipped() {
    return all("body *:not(svg, svg *)").filter((element) => {
        return getComputedStyle(element).overflowX !== "visible"
            && element.scrollWidth > element.clientWidth + 1 && isShown(element);
    }).map(selector);
}

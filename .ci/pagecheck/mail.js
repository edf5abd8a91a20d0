// What only works with script may come with it, and go with it.
const CONTROLS = "fieldset, select, dialog, form, [role=toolbar], [role=status], [role=tooltip], "
    + "[aria-live], button:not(th button)";

const NOT_TEXT = "script, style, svg, template, noscript, " + CONTROLS;

// The texts of the page in order, without blanks, with the element of each.
function texts(onlyShown) {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        const text = walker.currentNode.data.replace(/\s+/g, "");
        if (text && !element.closest(NOT_TEXT) && (!onlyShown || isShown(element))) {
            found.push([text, selector(element)]);
        }
    }
    return found;
}

// Texts that a style writes.
function generatedTexts() {
    const found = [];
    for (const element of all("body, body *:not(svg, svg *)")) {
        for (const side of ["::before", "::after"]) {
            const text = getComputedStyle(element, side).content;
            if (/^["'].*[\p{L}\p{N}]/u.test(text)) { found.push([text, selector(element)]); }
        }
    }
    return found;
}

// Takes from the page what mail programs take. Folded parts are shown: they know no folding.
function strip() {
    unfold();
    for (const element of all("script, style, link, svg")) { element.remove(); }
    for (const element of all("[class], [style]")) {
        element.removeAttribute("class");
        element.removeAttribute("style");
    }
}

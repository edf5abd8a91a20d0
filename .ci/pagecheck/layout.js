// What makes the page wider than the window. An element that scrolls by itself may be wider.
function overflow() {
    const page = document.scrollingElement;
    const excess = page.scrollWidth - window.innerWidth;
    if (excess <= 0) { return null; }
    const isHeld = (element) => {
        for (let part = element.parentElement; part && part !== document.body;
            part = part.parentElement) {
            if (getComputedStyle(part).overflowX !== "visible") { return true; }
        }
        return false;
    };
    const limit = window.innerWidth + 0.5;
    const wide = all("body, body *").filter((element) => {
        return element.getBoundingClientRect().right > limit && !isHeld(element);
    });
    // The innermost ones are the cause, the others are around them.
    const cause = wide.filter((element) => !wide.some((o) => o !== element && element.contains(o)));
    return { excess: excess, elements: cause.slice(0, 3).map(selector) };
}

function textSize() {
    return parseFloat(getComputedStyle(document.body).fontSize);
}

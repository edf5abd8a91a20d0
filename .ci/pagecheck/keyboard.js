const REACHABLE = TARGETS + ", [tabindex]";

let reached = null;

// Keeps what gets the focus from here on, and how that shows.
function watchFocus() {
    reached = new Map();
    document.addEventListener("focusin", (event) => {
        const style = getComputedStyle(event.target);
        const outline = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
        reached.set(event.target, outline);
    });
    if (document.activeElement) { document.activeElement.blur(); }
    return toReach().length;
}

// What a reader can do something with. Of radio buttons the tabulator reaches one a group.
function toReach() {
    return all(REACHABLE).filter((element) => {
        return isShown(element) && !element.disabled && element.type !== "radio"
            && !(element.tabIndex < 0 && !element.matches(TARGETS));
    });
}

function focusFaults() {
    return {
        missed: toReach().filter((element) => !reached.has(element)).map(selector),
        unmarked: Array.from(reached).filter(([, outline]) => !outline)
            .map(([element]) => selector(element)),
    };
}

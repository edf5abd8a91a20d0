// The words that the questions to a page share.
"use strict";

const all = (selector, root = document) => Array.from(root.querySelectorAll(selector));

// The shortest path of an element from one with a name, for a reader's `$(…)`.
function selector(element) {
    const steps = [];
    for (let part = element; part && part !== document.documentElement; part = part.parentElement) {
        if (part.id) {
            steps.unshift("#" + CSS.escape(part.id));
            break;
        }
        const name = part.localName;
        const alike = part.parentElement
            ? Array.from(part.parentElement.children).filter((other) => other.localName === name)
            : [part];
        const place = alike.length > 1 ? `:nth-of-type(${alike.indexOf(part) + 1})` : "";
        steps.unshift(name + place);
    }
    return steps.join(" > ") || "html";
}

// The beginning of a text, in quotes.
function quoted(text) {
    const short = text.replace(/\s+/g, " ").trim();
    return "“" + (short.length > 40 ? short.slice(0, 40) + "…" : short) + "”";
}

const isShown = (element) => element.checkVisibility({ visibilityProperty: true });

// Everything is looked at unfolded, too.
function unfold() {
    for (const part of all("details")) { part.open = true; }
}

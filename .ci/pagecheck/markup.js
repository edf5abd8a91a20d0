// Each question returns the places that break its rule.

const NAMESPACES = /^https?:\/\/www\.w3\.org\//;

function policyFault() {
    const policies = all("head > meta[http-equiv='Content-Security-Policy' i]");
    if (policies.length === 0) { return "has no Content-Security-Policy"; }
    if (!/(^|;)\s*default-src 'none'\s*(;|$)/.test(policies[0].content)) {
        return "has a policy without default-src 'none'";
    }
    const bound = document.querySelector("script, style, link");
    const isLate = bound
        && bound.compareDocumentPosition(policies[0]) & Node.DOCUMENT_POSITION_FOLLOWING;
    return isLate ? "has its policy behind the first style or script, too late for it" : null;
}

// Addresses elsewhere, which a reader may follow and a page may not load.
function foreignAddresses() {
    const found = [];
    for (const element of all("*")) {
        for (const attribute of element.attributes) {
            const isLink = element.localName === "a" && attribute.localName === "href";
            const isName = attribute.name === "xmlns" || attribute.name.startsWith("xmlns:");
            const isWord = ["content", "title", "alt"].includes(attribute.name)
                || attribute.name.startsWith("aria-");
            if (!isLink && !isName && !isWord && /https?:\/\/|^\/\//.test(attribute.value)) {
                found.push(`${selector(element)}[${attribute.name}]`);
            }
        }
    }
    for (const element of all("style, script")) {
        const addresses = element.textContent.match(/https?:\/\/[^\s"')]+/g) || [];
        if (addresses.some((address) => !NAMESPACES.test(address))
            || /@import|url\(\s*["']?\/\//.test(element.textContent)) {
            found.push(selector(element));
        }
    }
    return found;
}

function headingFaults() {
    const found = [];
    let before = 0;
    for (const heading of all("h1, h2, h3, h4, h5, h6")) {
        const rank = Number(heading.localName[1]);
        if (rank > before + 1) {
            found.push(`${selector(heading)} ${quoted(heading.textContent)} follows `
                + (before ? `an h${before}` : "nothing"));
        }
        before = rank;
    }
    const first = all("h1").length;
    if (first !== 1) { found.push(`body has ${first} h1`); }
    return found;
}

const isEmpty = (element) => !element || element.textContent.trim() === "";

const tablesWithoutCaption = () => all("table").filter((table) => isEmpty(table.caption))
    .map(selector);

const headsWithoutScope = () => all("th").filter((head) => {
    return !["col", "row", "colgroup", "rowgroup"].includes(head.getAttribute("scope"));
}).map(selector);

const tablesWithoutHeads = () => all("table").filter((table) => all("th", table).length === 0)
    .map(selector);

// A picture has a name, or is left out for the table beside it.
const namelessPictures = () => all("svg").filter((picture) => {
    if (picture.parentElement.closest("svg")) { return false; }
    if (picture.getAttribute("aria-hidden") === "true") {
        const around = picture.closest("figure, section, details, td, main, body");
        return !around.querySelector("table");
    }
    const title = Array.from(picture.children).find((child) => child.localName === "title");
    return picture.getAttribute("role") !== "img" || isEmpty(title);
}).map(selector);

function repeatedNames() {
    const seen = new Set();
    return all("[id]").map((element) => element.id).filter((name) => {
        return seen.has(name) || !seen.add(name);
    }).map((name) => "#" + CSS.escape(name));
}

function lostReferences() {
    const found = [];
    for (const element of all("a[href^='#'], [aria-labelledby], [aria-describedby], [for]")) {
        const link = element.getAttribute("href");
        const names = link ? [decodeURIComponent(link.slice(1))] : [];
        for (const attribute of ["aria-labelledby", "aria-describedby", "for"]) {
            names.push(...(element.getAttribute(attribute) || "").split(/\s+/));
        }
        if (names.some((name) => name && !document.getElementById(name))) {
            found.push(selector(element));
        }
    }
    return found;
}

const markupFaults = () => ({
    policy: policyFault(),
    styled: all("[style]").map(selector),
    foreign: foreignAddresses(),
    headings: headingFaults(),
    uncaptioned: tablesWithoutCaption(),
    unscoped: headsWithoutScope(),
    headless: tablesWithoutHeads(),
    nameless: namelessPictures(),
    repeated: repeatedNames(),
    lost: lostReferences(),
    hasTrace: document.querySelector("a[download*='trace']") !== null,
});

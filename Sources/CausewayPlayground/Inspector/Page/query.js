/** @typedef {import("./exchange.js").Exchange} Exchange */
/** @typedef {(exchange: Exchange) => boolean} Test */

/** The words before a colon that the search knows, with their meaning for the help. */
export const keys = {
  name: "the capability, event or call",
  protocol: "the protocol",
  origin: "the document's origin",
  document: "the document, such as #2",
  kind: "request, event, call, opened, closed, thrown, discarded",
  is: "failed, waiting, ok, page, app, main, frame",
  slower: "took at least this many milliseconds",
};

/**
 * Parses the text of the search field. An exchange must match every word. A plain word is searched in the whole
 * exchange, including payloads, and `key:word` only in the part that `keys` describes. A minus sign before a word
 * excludes the exchanges that match the word, and quotation marks keep spaces.
 * @param {string} text
 * @returns {Test[]}
 */
export function parseQuery(text) {
  const tests = [];
  for (const [, minus, key, quoted, plain] of text.matchAll(/(-?)(?:([a-z]+):)?(?:"([^"]*)"?|(\S+))/g)) {
    // Ignore a single minus sign, because the person has only begun to type a word to exclude.
    if (plain === "-" && key === undefined) continue;
    const value = (quoted ?? plain).toLowerCase();
    const test = key !== undefined && key in keys ? keyTest(key, value) : wordTest(key ? `${key}:${value}` : value);
    tests.push(minus ? (/** @type {Exchange} */ exchange) => !test(exchange) : test);
  }
  return tests;
}

/** @param {string} word @returns {Test} */
const wordTest = (word) => (exchange) => exchange.searchText.includes(word);

/** @param {string} key @param {string} value @returns {Test} */
function keyTest(key, value) {
  switch (key) {
    case "name": return (exchange) => exchange.name.toLowerCase().includes(value);
    case "protocol": return (exchange) => exchange.protocol.toLowerCase() === value;
    case "origin": return (exchange) => exchange.start.origin.toLowerCase().includes(value);
    case "document": return (exchange) => exchange.start.document.replace("#", "") === value.replace("#", "");
    case "kind": return (exchange) => exchange.start.kind === value;
    case "slower": return (exchange) => (exchange.duration ?? -1) >= parseFloat(value);
    default: return isTest(value);
  }
}

/** @param {string} value @returns {Test} */
function isTest(value) {
  switch (value) {
    case "page": return (exchange) => exchange.isFromPage;
    case "app": return (exchange) => !exchange.isFromPage;
    case "main": return (exchange) => exchange.start.mainFrame;
    case "frame": return (exchange) => !exchange.start.mainFrame;
    case "waiting": return (exchange) => exchange.outcome === "waiting";
    case "ok": return (exchange) => exchange.outcome === "ok";
    case "failed": return (exchange) => exchange.outcome === "failed" || exchange.outcome === "left";
    // An unknown word matches nothing. The help lists the known words.
    default: return () => false;
  }
}

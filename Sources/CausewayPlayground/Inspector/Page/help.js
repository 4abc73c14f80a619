import { icon, make } from "./dom.js";
import { keys } from "./query.js";

/** @type {[string, string][]} */
const shortcuts = [
  ["/", "Search"], ["Escape", "Clear the search, close the details, cancel a sheet"],
  ["↓ ↑ j k", "Next and previous message"], ["Home End", "First and newest message"],
  ["Enter", "Move to the details"], ["← →", "In a payload: close and open a part"], ["c", "In a payload: copy a part"],
  ["1 – 7", "Choose a kind of message"], ["p", "Pause and continue"], ["l", "Clear"],
  ["e", "Export the shown messages"], ["i", "Import a trace"], ["d", "Show or hide details and panels"],
  ["s", "Show a waiting sheet again"], ["?", "This help"],
];

/**
 * Fills the dialog with the keys and the words of the search.
 * @param {HTMLDialogElement} dialog
 */
export function fillHelp(dialog) {
  const list = (/** @type {[string, string][]} */ pairs) => make("dl", {}, ...pairs.flatMap(([key, text]) => [
    make("dt", {}, ...key.split(" ").map((part) => make("kbd", { text: part }))), make("dd", { text }),
  ]));
  dialog.append(make("header", {}, make("h2", { id: "help-title", text: "Keys and search" }), make("button", {
    class: "tool", type: "button", aria: { label: "Close" }, on: { click: () => dialog.close() },
  }, icon("close"))), make("div", { class: "columns" },
    make("section", {}, make("h3", { text: "Keys" }), list(shortcuts)),
    make("section", {}, make("h3", { text: "Search" }),
      make("p", { text: "The search looks for words everywhere, including payloads. All words must be found; a minus sign before a word excludes it, and quotation marks keep spaces." }),
      list(Object.entries(keys).map(([key, text]) => [`${key}:`, text])),
      make("p", { class: "sample" }, "For example: ", make("code", { text: 'protocol:onside is:failed -timeout "de-DE"' })))));
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
}

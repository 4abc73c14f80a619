import { copyButton } from "./copy.js";
import { icon, make } from "./dom.js";

/**
 * Makes the content that is shown instead of the messages if there are none.
 * @param {{ isFiltered: boolean, pages: string[], reset: () => void }} state
 */
export function emptyState({ isFiltered, pages, reset }) {
  if (isFiltered) {
    return make("div", { class: "empty" }, make("h2", { text: "No message matches" }),
      make("p", { text: "The search and the chosen kinds hide all messages." }),
      make("button", { class: "button", type: "button", data: { role: "secondary" }, text: "Show all messages", on: { click: reset } }));
  }
  return make("div", { class: "empty" }, make("h2", { text: "No messages yet" }),
    make("p", { text: "Open the page in a tab of this browser. Every message between the page and the simulated app appears here." }),
    ...pages.map((page) => make("p", { class: "page-link" }, pageLink(page), copyButton(`Copy ${page}`, () => page))));
}

/**
 * Makes a link that opens a served page in a tab.
 * @param {string} page
 */
export function pageLink(page) {
  const link = make("a", { class: "page", text: page.replace(/\/$/, "") }, icon("open"));
  link.href = /^https?:/.test(page) ? page : "about:blank";
  link.target = "_blank";
  // The page must not get access to the inspector's window.
  link.rel = "noopener noreferrer";
  return link;
}

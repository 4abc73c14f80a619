// The app's script. It runs in every page, in a separate script world: a page sees the script's changes to the
// document, but neither the script's variables nor the message handler.

/** @typedef {{ kind: string, text: string, source: string }} BrowserEvent */
/**
 * @typedef {{ number: number, title: string, address: string, progress: number[], events: BrowserEvent[],
 *   pages: string[], place: number }} Report
 */

/** @param {object} message @returns {Promise<any>} */
const post = (message) => /** @type {any} */ (window).webkit.messageHandlers.browser.postMessage(message);

/** @param {string} name @param {string} text */
function element(name, text) {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}

let latest = 0;

/**
 * Shows the app's report on the start page. Ignores a report that is older than the last one.
 *
 * @param {Report} report
 */
function show({ number, title, address, progress, events, pages, place }) {
  if (number < latest) return;
  latest = number;
  const fill = (/** @type {string} */ id, /** @type {Node[]} */ ...nodes) =>
    document.getElementById(id)?.replaceChildren(...nodes);
  fill("title", document.createTextNode(title));
  fill("address", document.createTextNode(address));
  showProgress(progress);
  fill("events", ...events.map(({ kind, text, source }) => {
    const item = document.createElement("li");
    item.append(element("b", kind), element("span", text), element("small", source));
    return item;
  }));
  fill("pages", ...pages.map((name, index) => {
    const button = element("button", name);
    if (index === place) button.setAttribute("aria-current", "page");
    button.onclick = () => post({ kind: "go", by: index - place });
    const item = document.createElement("li");
    item.append(button);
    return item;
  }));
}

/**
 * Shows the loading progress: a bar with a gap at each value that the app observed.
 *
 * @param {number[]} values
 */
function showProgress(values) {
  const bar = document.querySelector("#progress .bar");
  bar?.replaceChildren(...values.filter((value) => value < 1).map((value) => {
    const mark = document.createElement("i");
    mark.style.left = `${value * 100}%`;
    return mark;
  }));
  const text = document.querySelector("#progress b");
  if (text) text.textContent = values.map((value) => `${Math.round(value * 100)}`).join(" · ") + " %";
}

if (location.protocol === "browser:") document.getElementById("find")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const text = new FormData(form).get("text");
  form.reset();
  const isFound = await post({ kind: "find", text });
  const output = form.querySelector("output");
  if (output) output.value = isFound ? "found" : "not found";
});

addEventListener("keydown", (event) => {
  // Ignore key events that a page's script dispatches.
  if (!event.isTrusted || !event.altKey) return;
  if (event.key === "ArrowLeft") post({ kind: "go", by: -1 });
  if (event.key === "ArrowRight") post({ kind: "go", by: 1 });
});

/** Resolves when the app has the numbers of links and words, and the start page shows the app's report. */
const read = post({
  kind: "read", links: document.links.length, words: document.body.innerText.split(/\s+/).filter(Boolean).length,
}).then((report) => {
  if (report) show(report);
});

/**
 * The functions, streams and events of the app, which App/Album.swift declares. Undefined outside of the app.
 * @type {import("./contract").Album}
 */
export const album = window.causeway?.connect() ?? /** @type {any} */ (undefined);

/**
 * Returns an element of the page.
 * @template {HTMLElement} Kind
 * @param {string} id @param {new () => Kind} kind
 */
export function element(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The page has no ${id}`);
  return found;
}

const toast = element("toast", HTMLElement);
/** @type {number | undefined} */
let hiding;

/**
 * Shows a sentence for a few seconds.
 * @param {string} text
 */
export function say(text) {
  toast.textContent = text;
  toast.classList.add("shown");
  clearTimeout(hiding);
  hiding = setTimeout(() => toast.classList.remove("shown"), 4000);
}

/**
 * Shows why an action has failed. The message of an error is one sentence for people.
 * @param {unknown} error
 */
export const explain = (error) => say(error instanceof Error ? error.message : String(error));

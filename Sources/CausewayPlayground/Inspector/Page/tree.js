import { copy } from "./copy.js";
import { icon, make } from "./dom.js";
import { counted, summary, visible } from "./format.js";
import { listenToTree } from "./tree-keys.js";

/** The number of a value's members that are shown initially. A button shows as many more. */
const portion = 100;
/**
 * The maximum length, in characters, of a text that is shown in full. A longer text is cut, and a button shows it in
 * full.
 */
const longest = 400;
/** The text with which the app replaces a secret. */
const redacted = "[redacted]";
/** The maximum number of parts of a value that is shown fully expanded. */
const openedParts = 60;

/**
 * Makes a tree of a JSON value, which the user can expand and collapse. The elements of a part are made when the part
 * is first expanded.
 * @param {unknown} value
 * @param {string} label
 */
export function tree(value, label) {
  const root = make("ul", { class: "tree", role: "tree", aria: { label } });
  root.append(item(undefined, value, 1, "$", parts(value, openedParts + 1) <= openedParts));
  root.querySelector("li")?.setAttribute("tabindex", "0");
  listenToTree(root, { set: (node, isOpen) => setters.get(node)?.(isOpen), copy: (node) => void copyPart(node) });
  return root;
}

/**
 * @param {string | undefined} name undefined for the whole value
 * @param {unknown} value
 * @param {number} level
 * @param {string} path
 * @param {boolean} opensAll
 */
function item(name, value, level, path, opensAll) {
  const isBranch = typeof value === "object" && value !== null && Object.keys(value).length > 0;
  const line = make("div", { class: "line" });
  const node = make("li", { role: "treeitem", tabIndex: -1, aria: { level }, class: isBranch ? "branch" : "leaf" }, line);
  line.append(make("span", { class: "twisty" }, isBranch && icon("twisty")));
  if (name !== undefined) line.append(make("span", { class: "key", text: visible(name) }));
  const preview = isBranch ? make("span", { class: "short", text: short(value) }) : leaf(value);
  line.append(preview);
  line.append(make("button", {
    class: "copy-part", type: "button", tabIndex: -1, title: `Copy ${path}`, aria: { label: `Copy ${path}` },
    on: {
      click: (/** @type {Event} */ event) => {
        event.stopPropagation();
        void copyPart(node);
      },
    },
  }, icon("copy")));
  copied.set(node, value);
  if (!isBranch) return node;

  /** @type {HTMLUListElement | undefined} */
  let group;
  const set = (/** @type {boolean} */ isOpen) => {
    node.setAttribute("aria-expanded", String(isOpen));
    preview.textContent = isOpen ? measure(/** @type {any} */ (value)) : short(value);
    if (isOpen && !group) {
      group = make("ul", { role: "group" });
      fill(group, /** @type {any} */ (value), 0, level + 1, path, opensAll);
      node.append(group);
    }
    if (group) group.hidden = !isOpen;
  };
  line.addEventListener("click", () => {
    if (getSelection()?.type !== "Range") set(node.getAttribute("aria-expanded") !== "true");
  });
  setters.set(node, set);
  set(level === 1 || (opensAll && level <= 3));
  return node;
}

/**
 * @param {HTMLUListElement} group
 * @param {{ [name: string]: unknown }} value
 * @param {number} start
 * @param {number} level
 * @param {string} path
 * @param {boolean} opensAll
 */
function fill(group, value, start, level, path, opensAll) {
  const names = Object.keys(value);
  const isArray = Array.isArray(value);
  for (const name of names.slice(start, start + portion)) {
    group.append(item(name, value[name], level, isArray ? `${path}[${name}]` : `${path}.${name}`, opensAll));
  }
  const rest = names.length - start - portion;
  if (rest <= 0) return;
  const more = make("li", { role: "none", class: "more" }, make("button", {
    class: "link", type: "button", text: `Show ${Math.min(rest, portion)} more of ${rest.toLocaleString("en")}`,
    on: {
      click: () => {
        more.remove();
        fill(group, value, start + portion, level, path, opensAll);
      },
    },
  }));
  group.append(more);
}

/** @param {unknown} value */
function leaf(value) {
  if (typeof value !== "string") {
    const kind = value === null ? "null" : typeof value;
    return make("span", { class: `value ${kind}`, text: typeof value === "object" && value ? short(value) : String(value) });
  }
  if (value === redacted) {
    return make("span", { class: "value redacted", text: "redacted", title: "Traces and inspectors leave secrets out" });
  }
  const written = (/** @type {string} */ text) => visible(JSON.stringify(text));
  const span = make("span", { class: "value string", text: written(value.slice(0, longest)) });
  if (value.length <= longest) return span;
  const all = make("button", {
    class: "link", type: "button", text: `Show all ${counted(value.length, "character")}`,
    on: {
      click: (/** @type {Event} */ event) => {
        event.stopPropagation();
        span.textContent = written(value);
        all.remove();
      },
    },
  });
  return make("span", {}, span, "… ", all);
}

/** @param {unknown} value */
function short(value) {
  if (Array.isArray(value)) return value.length ? `[${value.length}] ${summary(value, 60)}` : "[]";
  return summary(value, 70);
}

/**
 * Returns the text that an expanded value shows instead of its summary: the number of its parts.
 * @param {object} value
 */
function measure(value) {
  return counted(Object.keys(value).length, Array.isArray(value) ? "element" : "member");
}

/**
 * Counts the parts of a value, up to a limit.
 * @param {unknown} value
 * @param {number} limit
 */
function parts(value, limit) {
  if (typeof value !== "object" || value === null) return 1;
  let count = 1;
  for (const name of Object.keys(value)) {
    count += parts(/** @type {any} */ (value)[name], limit - count);
    if (count >= limit) break;
  }
  return count;
}

/** @type {WeakMap<Element, (isOpen: boolean) => void>} */
const setters = new WeakMap();
/** @type {WeakMap<Element, unknown>} */
const copied = new WeakMap();

/** @param {HTMLLIElement} node */
async function copyPart(node) {
  const value = copied.get(node);
  const isCopied = await copy(typeof value === "string" ? value : JSON.stringify(value, null, 2));
  node.classList.toggle("copied", isCopied);
  setTimeout(() => node.classList.remove("copied"), 900);
}

import { make, setAttribute } from "./dom.js";
import { visible } from "./format.js";
import { drawPicture } from "./picture.js";
import { tree } from "./tree.js";
/** @typedef {import("./form.js").Part} Part */

/** Makes the label beside a text from the page, so that a person does not mistake the text for the app's own. */
const pageMark = () => make("span", { class: "page-mark", text: "from the page" });

/**
 * Shows a text, with a label if the text is from the page.
 * @param {HTMLElement} node
 * @param {string} text
 * @param {"page" | undefined} source
 */
function write(node, text, source) {
  const written = `${source ?? ""}/${text}`;
  if (node.dataset.written === written) return;
  node.dataset.written = written;
  node.classList.toggle("of-page", source === "page");
  if (source === "page") node.replaceChildren(make("bdi", { text: visibleLines(text) }), pageMark());
  else node.textContent = text;
}

/**
 * Makes invisible characters visible, but keeps line breaks.
 * @param {string} text
 */
const visibleLines = (text) => text.split("\n").map(visible).join("\n");

/** @returns {Part} */
export function headingPart() {
  const node = make("div", { role: "heading", class: "heading" });
  return {
    node,
    /** @param {import("./protocol").Heading} heading */
    update({ text, level = 2 }) {
      // Use at least level 2, because the inspector's own heading has level 1.
      setAttribute(node, "aria-level", String(Math.max(level, 2)));
      node.dataset.level = String(level);
      write(node, text, undefined);
    },
  };
}

/** @returns {Part} */
export function textPart() {
  const node = make("p", { class: "text" });
  return {
    node,
    /** @param {import("./protocol").Text} element */
    update({ text, source, style = "normal" }) {
      node.dataset.style = style;
      setAttribute(node, "role", style === "error" ? "alert" : undefined);
      write(node, text, source);
    },
  };
}

/** @returns {Part} */
export function rowPart() {
  const label = make("span", { class: "label" });
  const value = make("span", { class: "value" });
  const node = make("div", { class: "pair" }, label, value);
  return {
    node,
    /** @param {import("./protocol").Row} row */
    update(row) {
      label.textContent = row.label;
      node.classList.toggle("emphasized", row.emphasized === true);
      write(value, row.value, row.source);
    },
  };
}

/** @returns {Part} */
export function progressPart() {
  const words = make("span");
  return {
    node: make("div", { class: "progress", role: "status" }, make("span", { class: "spinner" }), words),
    /** @param {import("./protocol").Progress} progress */
    update({ label }) {
      if (words.textContent !== label) words.textContent = label;
    },
  };
}

/** @returns {Part} */
export function dividerPart() {
  return { node: make("hr"), update() {} };
}

/** @returns {Part} */
export function imagePart() {
  const canvas = make("canvas", { class: "image", role: "img" });
  let shown = "";
  return {
    node: canvas,
    /** @param {import("./protocol").Image} image */
    update({ mime, base64, alt }) {
      setAttribute(canvas, "aria-label", alt);
      if (base64 === shown) return;
      shown = base64;
      void drawPicture(canvas, { mime, base64 });
    },
  };
}

/** @returns {Part} */
export function jsonPart() {
  const node = make("div", { class: "json" });
  let shown = "";
  return {
    node,
    /** @param {import("./protocol").JSONElement} element */
    update({ label, value }) {
      const written = JSON.stringify([label, value]);
      if (written === shown) return;
      shown = written;
      node.replaceChildren(...(label ? [make("p", { class: "label", text: label })] : []), tree(value, label ?? "Value"));
    },
  };
}

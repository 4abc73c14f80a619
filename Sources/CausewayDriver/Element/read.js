"use strict";

/**
 * Returns the position of an element in the page, in CSS pixels, and its size.
 * @param {Element} element
 */
function elementRectangle(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + scrollX, y: top + scrollY, width, height };
}

/** The boolean attributes of HTML. An element has them or not; their value says nothing. */
const booleanAttributes = ["allowfullscreen", "async", "autofocus", "autoplay", "checked", "controls", "default",
  "defer", "disabled", "formnovalidate", "hidden", "inert", "ismap", "itemscope", "loop", "multiple", "muted",
  "nomodule", "novalidate", "open", "playsinline", "readonly", "required", "reversed", "selected"];

/**
 * Returns the value of an attribute: `true` for a boolean attribute, and null for one that the element does not have.
 * @param {Element} element
 * @param {string} name
 */
function elementAttribute(element, name) {
  const isHTML = element.namespaceURI === "http://www.w3.org/1999/xhtml";
  if (isHTML && booleanAttributes.includes(name.toLowerCase())) return element.hasAttribute(name) ? "true" : null;
  return element.getAttribute(name);
}

/**
 * Returns the text of an element as a person sees it: one line for each block, and no text of elements that are not
 * shown.
 * @param {Element} element
 */
function elementText(element) {
  for (let node = /** @type {Element | null} */ (element); node; node = flatParent(node)) {
    if (getComputedStyle(node).display === "none") return "";
  }
  const lines = [""];
  appendElement(element, lines);
  // A space that does not break is not trimmed, but the client gets an ordinary one.
  const trim = (/** @type {string} */ text) => text.replace(/^[^\S\xa0]+|[^\S\xa0]+$/g, "");
  return trim(lines.map(trim).join("\n")).replaceAll("\xa0", " ");
}

/**
 * Returns the parent in the tree that is shown, in which a shadow tree replaces the children of its host.
 * @param {Element} element
 * @returns {Element | null}
 */
function flatParent(element) {
  if (element.assignedSlot) return element.assignedSlot;
  const parent = element.parentNode;
  if (parent instanceof ShadowRoot) return parent.host;
  return parent instanceof Element ? parent : null;
}

/**
 * Returns the children in the tree that is shown.
 * @param {Element} element
 * @returns {Iterable<Node>}
 */
function flatChildren(element) {
  if (element.shadowRoot) return element.shadowRoot.childNodes;
  if (element instanceof HTMLSlotElement && element.assignedNodes().length > 0) return element.assignedNodes();
  return element.childNodes;
}

/**
 * @param {Element} element
 * @param {string[]} lines
 */
function appendElement(element, lines) {
  if (element.localName === "br") {
    lines.push("");
    return;
  }
  const style = getComputedStyle(element);
  if (style.display === "none") return;
  const isCell = style.display === "table-cell";
  const isBlock = !isCell && !/^(inline|contents|ruby|table-column)/.test(style.display);
  const isEmpty = () => lines[lines.length - 1] === "";
  if (isBlock && !isEmpty()) lines.push("");
  if (isCell && !isEmpty() && !lines[lines.length - 1].endsWith(" ")) lines[lines.length - 1] += " ";
  for (const child of flatChildren(element)) {
    if (child instanceof Element) appendElement(child, lines);
    if (child instanceof Text && style.visibility === "visible") appendText(child.data, style, lines);
  }
  if (isBlock && !isEmpty()) lines.push("");
}

/**
 * @param {string} data
 * @param {CSSStyleDeclaration} style the style of the text's parent
 * @param {string[]} lines
 */
function appendText(data, style, lines) {
  // Remove marks that have no width, and use one kind of line break.
  let text = data.replace(/[\u200b\u200e\u200f]/g, "").replace(/\r\n?/g, "\n");
  const space = style.whiteSpace;
  const keepsSpaces = /^(pre|pre-wrap|break-spaces)$/.test(space);
  const keepsLines = keepsSpaces || space === "pre-line";
  if (!keepsLines) text = text.replaceAll("\n", " ");
  text = keepsSpaces ? text.replace(/[ \f\t\v\u2028\u2029]/g, "\xa0") : text.replace(/[ \f\t\v\u2028\u2029]+/g, " ");
  text = transformText(text, style.textTransform);
  const last = lines.length - 1;
  if (lines[last].endsWith(" ") && text.startsWith(" ")) text = text.slice(1);
  lines[last] += text;
}

/**
 * @param {string} text
 * @param {string} transform the value of the property `text-transform`
 */
function transformText(text, transform) {
  switch (transform) {
    case "uppercase": return text.toUpperCase();
    case "lowercase": return text.toLowerCase();
    case "capitalize":
      return text.replace(/(^|[^\p{L}\p{M}\p{N}_'’])(\p{L})/gu, (_, before, letter) => before + letter.toUpperCase());
    default: return text;
  }
}

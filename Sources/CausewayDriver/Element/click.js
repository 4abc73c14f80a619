"use strict";

/**
 * Scrolls an element into view and finds the point at which a click reaches it. If there is no such point, returns the
 * reason.
 * @param {Element} element
 * @returns {{ kind: "point", x: number, y: number, isDisabled: boolean } | { kind: "option" | "file" | "hidden" }
 *   | { kind: "covered", by: string }}
 */
function clickPoint(element) {
  if (element instanceof HTMLInputElement && element.type === "file") return { kind: "file" };
  if (element instanceof HTMLOptionElement && element.closest("select")) return { kind: "option" };
  if (!isInView(element)) element.scrollIntoView({ behavior: /** @type {any} */ ("instant"), block: "end", inline: "nearest" });
  const point = inViewCenter(element);
  if (!point) return { kind: "hidden" };
  const root = element.getRootNode();
  const tree = root instanceof ShadowRoot ? root : document;
  const top = tree.elementsFromPoint(point.x, point.y)[0];
  if (top && (top === element || element.contains(top))) {
    return { kind: "point", ...point, isDisabled: element.matches(":disabled, :disabled *") };
  }
  return { kind: "covered", by: top ? describe(top) : "nothing that can be clicked" };
}

/** @param {Element} element */
function isInView(element) {
  const point = inViewCenter(element);
  return point !== null && document.elementsFromPoint(point.x, point.y).some((other) => element.contains(other));
}

/**
 * Returns the center of the visible part of an element's first rectangle; null if no part is visible.
 * @param {Element} element
 * @returns {{ x: number, y: number } | null}
 */
function inViewCenter(element) {
  const rectangle = element.getClientRects()[0];
  if (!rectangle) return null;
  const [left, right] = [Math.max(0, rectangle.left), Math.min(innerWidth, rectangle.right)];
  const [top, bottom] = [Math.max(0, rectangle.top), Math.min(innerHeight, rectangle.bottom)];
  if (right <= left || bottom <= top) return null;
  return { x: Math.floor((left + right) / 2), y: Math.floor((top + bottom) / 2) };
}

/** @param {Element} element */
function describe(element) {
  const id = element.id ? `#${element.id}` : "";
  const classes = [...element.classList].map((name) => `.${name}`).join("");
  return `<${element.localName}${id}${classes}>`;
}

/**
 * Chooses an option of a list, as the specification's remote end steps for a click on an option say.
 * @param {HTMLOptionElement} option
 * @returns {{ kind: "chosen" | "hidden" | "disabled" }}
 */
function chooseOption(option) {
  const list = option.closest("select");
  if (!list || list.getClientRects().length === 0) return { kind: "hidden" };
  list.scrollIntoView({ behavior: /** @type {any} */ ("instant"), block: "nearest", inline: "nearest" });
  const group = option.closest("optgroup");
  for (const type of ["mouseover", "mousemove", "mousedown"]) fireMouse(list, type);
  list.focus();
  const isDisabled = list.disabled || option.disabled || (group?.disabled ?? false);
  if (!isDisabled) {
    const was = option.selected;
    option.selected = list.multiple ? !was : true;
    if (option.selected !== was) {
      list.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
      list.dispatchEvent(new Event("change", { bubbles: true }));
    }
  }
  for (const type of ["mouseup", "click"]) fireMouse(list, type);
  return { kind: isDisabled ? "disabled" : "chosen" };
}

/**
 * @param {Element} element
 * @param {string} type
 */
function fireMouse(element, type) {
  element.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, composed: true, view: window }));
}

"use strict";

/**
 * Prepares an element for typed keys: scrolls it into view, focuses it, and puts the caret at the end.
 *
 * - `keys`: the keys can be sent now.
 * - `file`: the engine's driver chooses the files.
 * - `set`: the control has no text to type; its value was set.
 * @param {HTMLElement} element
 * @param {string} text
 * @param {boolean} isStrict whether a file input must be visible
 * @returns {{ kind: "keys" | "file" | "set" | "hidden" } | { kind: "invalid", reason: string }}
 */
function prepareKeys(element, text, isStrict) {
  const isInput = element instanceof HTMLInputElement;
  if (isInput && element.type === "file" && !isStrict) return { kind: "file" };
  if (element.getClientRects().length === 0 && element !== document.documentElement) return { kind: "hidden" };
  element.scrollIntoView({ behavior: /** @type {any} */ ("instant"), block: "nearest", inline: "nearest" });
  if (isInput && element.type === "file") return { kind: "file" };
  if (document.activeElement !== element && !element.contains(document.activeElement)) element.focus();
  if (element.getRootNode() === document && !isFocused(element)) return { kind: "hidden" };
  if (isInput && ["color", "date", "datetime-local", "month", "range", "time", "week"].includes(element.type)) {
    return setValue(element, text);
  }
  if (isInput || element instanceof HTMLTextAreaElement) {
    // A control without a text selection, such as one for an e-mail address, moves the caret by itself.
    if (element.selectionEnd !== null) element.setSelectionRange(element.value.length, element.value.length);
  } else if (element.isContentEditable) {
    const selection = getSelection();
    selection?.selectAllChildren(element);
    selection?.collapseToEnd();
  }
  return { kind: "keys" };
}

/** @param {HTMLElement} element */
function isFocused(element) {
  const active = document.activeElement;
  return active === element || element === document.documentElement || element === document.body
    || (active !== null && element.contains(active)) || (element.isContentEditable && (active?.contains(element) ?? false));
}

/**
 * @param {HTMLInputElement} input
 * @param {string} text
 * @returns {{ kind: "set" | "hidden" } | { kind: "invalid", reason: string }}
 */
function setValue(input, text) {
  if (input.disabled || input.readOnly) return { kind: "hidden" };
  const before = input.value;
  // Call the setter of the prototype. Libraries such as React define `value` on the input itself and remember what is
  // set there; they would then ignore the event, because the value seems unchanged.
  const assign = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
  assign?.call(input, text);
  if (input.value !== text && text !== "" && input.type !== "range") {
    const reason = `"${text}" is not a valid value of an input of the type ${input.type}`;
    assign?.call(input, before);
    return { kind: "invalid", reason };
  }
  input.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  input.dispatchEvent(new Event("change", { bubbles: true }));
  return { kind: "set" };
}

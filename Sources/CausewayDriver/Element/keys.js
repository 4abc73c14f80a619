"use strict";

/**
 * Prepares an element for typed keys: scrolls it into view and focuses it. Puts the caret at the end, unless the
 * element had the focus already.
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
  const root = element.getRootNode();
  const tree = root instanceof ShadowRoot ? root : document;
  const hadFocus = hasCaret(element, tree.activeElement);
  if (!hadFocus && !element.contains(tree.activeElement)) element.focus();
  if (!isFocused(element, tree.activeElement)) return { kind: "hidden" };
  if (isInput && ["color", "date", "datetime-local", "month", "range", "time", "week"].includes(element.type)) {
    return setValue(element, text);
  }
  if (!hadFocus) moveCaretToEnd(element);
  return { kind: "keys" };
}

/**
 * Returns whether an element has the focus, and the caret is in it.
 * @param {HTMLElement} element
 * @param {Element | null} active
 */
function hasCaret(element, active) {
  if (active === element) return true;
  // A part of an editable element has no focus of its own.
  return element.isContentEditable && element.contains(getSelection()?.anchorNode ?? null)
    && active instanceof HTMLElement && active.isContentEditable;
}

/** @param {HTMLElement} element */
function moveCaretToEnd(element) {
  const selection = getSelection();
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    if (element.selectionEnd !== null) {
      element.setSelectionRange(element.value.length, element.value.length);
    } else if (!/^(button|checkbox|image|radio|reset|submit)$/.test(element.type)) {
      // A control for an e-mail address or a number tells nothing about its selection. The focus selects its whole
      // text, and the first key would replace it.
      /** @type {any} */ (selection)?.modify("move", "forward", "documentboundary");
    }
  } else if (element.isContentEditable) {
    selection?.selectAllChildren(element);
    selection?.collapseToEnd();
  }
}

/**
 * @param {HTMLElement} element
 * @param {Element | null} active
 */
function isFocused(element, active) {
  return active === element || element === document.documentElement || element === document.body
    || (active !== null && element.contains(active))
    || (element.isContentEditable && (active?.contains(element) ?? false));
}

/**
 * @param {HTMLInputElement} input
 * @param {string} text
 * @returns {{ kind: "set" | "hidden" } | { kind: "invalid", reason: string }}
 */
function setValue(input, text) {
  if (input.disabled || input.readOnly) return { kind: "hidden" };
  const before = input.value;
  assignValue(input, text);
  if (input.value !== text && text !== "" && input.type !== "range") {
    const reason = `"${text}" is not a valid value of an input of the type ${input.type}`;
    assignValue(input, before);
    return { kind: "invalid", reason };
  }
  input.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  input.dispatchEvent(new Event("change", { bubbles: true }));
  return { kind: "set" };
}

/**
 * Sets the value with the setter of the prototype. Libraries such as React define `value` on the control itself and
 * remember what is set there; they would then ignore the event, because the value seems unchanged.
 * @param {HTMLInputElement | HTMLTextAreaElement} control
 * @param {string} value
 */
function assignValue(control, value) {
  const { prototype } = control instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(control, value);
}

/**
 * Removes the text, the files or the choice of an element, as the specification's Element Clear says. The page gets the
 * event `input` too, as it does when a person removes the text.
 * @param {HTMLElement} element
 * @returns {{ kind: "cleared" | "fixed" | "hidden" }}
 */
function clearElement(element) {
  const types = ["text", "search", "url", "tel", "email", "password", "date", "month", "week", "time", "datetime-local",
    "number", "range", "color", "file"];
  const isControl = element instanceof HTMLTextAreaElement
    || (element instanceof HTMLInputElement && types.includes(element.type));
  const isFixed = isControl ? element.readOnly || element.matches(":disabled") : !element.isContentEditable;
  if (isFixed) return { kind: "fixed" };
  const isVisible = element.getClientRects().length > 0 && getComputedStyle(element).visibility === "visible";
  if (!isVisible) return { kind: "hidden" };
  element.scrollIntoView({ behavior: /** @type {any} */ ("instant"), block: "end", inline: "nearest" });
  const isEmpty = isControl ? element.value === "" && element.validity.valid : element.innerHTML === "";
  if (isEmpty) return { kind: "cleared" };
  element.focus();
  if (isControl) assignValue(element, ""); else element.innerHTML = "";
  element.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  if (isControl) element.dispatchEvent(new Event("change", { bubbles: true }));
  element.blur();
  return { kind: "cleared" };
}

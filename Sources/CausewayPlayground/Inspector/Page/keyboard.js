import { isTyping } from "./dom.js";

/**
 * Calls the function of a key, wherever the focus is, unless the person types or a dialog is open.
 * @param {{ [key: string]: () => void }} functions by `KeyboardEvent.key`
 */
export function listenForKeys(functions) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return;
    if (isTyping(event) || document.querySelector("dialog[open]")) return;
    if (!Object.hasOwn(functions, event.key)) return;
    event.preventDefault();
    functions[event.key]();
  });
}

import { icon, make } from "./dom.js";

/**
 * Puts a text on the clipboard. Returns whether that worked.
 * @param {string} text
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Use the older way, because the clipboard's API is not available to a page without focus or at an insecure
    // address.
    const area = make("textarea", { class: "unseen" });
    area.value = text;
    document.body.append(area);
    area.select();
    const isCopied = document.execCommand("copy");
    area.remove();
    return isCopied;
  }
}

/**
 * Makes a button that copies a text, and briefly shows whether that worked.
 * @param {string} label
 * @param {() => string} text called when the button is pressed
 */
export function copyButton(label, text) {
  const words = make("span", { text: "Copy" });
  const button = make("button", {
    class: "link copy", type: "button", title: label, aria: { label },
    on: {
      click: async (/** @type {Event} */ event) => {
        event.stopPropagation();
        words.textContent = (await copy(text())) ? "Copied" : "Copying is not allowed here";
        setTimeout(() => (words.textContent = "Copy"), 1_500);
      },
    },
  }, icon("copy"), words);
  return button;
}

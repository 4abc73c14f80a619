import { icon, make } from "./dom.js";

/** Short messages in a corner, which disappear automatically unless they report a problem. */
export class Notices {
  /** @param {HTMLElement} node */
  constructor(node) {
    this.node = node;
  }

  /** @param {"info" | "warning" | "error"} level @param {string} text */
  show(level, text) {
    /** @type {HTMLElement} */
    const notice = make("div", { class: "notice", data: { level }, role: level === "error" ? "alert" : undefined },
      make("p", { text }),
      make("button", {
        class: "tool", type: "button", aria: { label: "Close this message" }, on: { click: () => notice.remove() },
      }, icon("close")));
    this.node.append(notice);
    while (this.node.children.length > 4) this.node.firstElementChild?.remove();
    if (level !== "error") setTimeout(() => notice.remove(), level === "info" ? 5_000 : 12_000);
  }
}

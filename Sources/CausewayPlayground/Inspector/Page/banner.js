import { make } from "./dom.js";

/**
 * The line below the toolbar that says why the messages below it are not live: the server is gone, the messages come
 * from a file, or the person has paused. If there are several reasons, the line shows the most important one.
 */
export class Banner {
  /** @type {Map<string, { text: string, level: string, actions: [title: string, action: () => void][] }>} */
  #reasons = new Map();

  /** @param {HTMLElement} node */
  constructor(node) {
    this.node = node;
  }

  /**
   * @param {"connection" | "file" | "pause"} reason
   * @param {string} text
   * @param {"info" | "warning" | "error"} level
   * @param {...[title: string, action: () => void]} actions
   */
  show(reason, text, level, ...actions) {
    this.#reasons.set(reason, { text, level, actions });
    this.#draw();
  }

  /** @param {"connection" | "file" | "pause"} reason */
  hide(reason) {
    if (this.#reasons.delete(reason)) this.#draw();
  }

  #draw() {
    const lines = ["connection", "file", "pause"].flatMap((reason) => this.#reasons.get(reason) ?? []);
    this.node.hidden = lines.length === 0;
    this.node.replaceChildren(...lines.map(({ text, level, actions }) =>
      make("div", { class: "reason", data: { level } }, make("p", { text }), ...actions.map(([title, action]) =>
        make("button", { class: "button small", type: "button", text: title, on: { click: action } })))));
  }
}

import { icon, make, setAttribute } from "./dom.js";
import { Form } from "./form.js";
/** @typedef {import("./protocol").ClientMessage} ClientMessage */
/** @typedef {import("./protocol").Panel} Panel */

/** The id of the tab with the details of the selected message. */
const message = "message";

/** @typedef {{ tab: HTMLButtonElement, page: HTMLElement, form?: Form }} Tab */

/** The pane beside the timeline: a tab for the selected message, and one for each panel of the server. */
export class Side {
  /** @type {Map<string, Tab>} */
  #tabs = new Map();
  #current = message;
  /** The tab that the person had chosen before its panel ended. It is chosen again when the panel comes back. */
  #wanted = "";
  #list = make("div", { class: "tabs", role: "tablist", aria: { label: "Details and panels" } });
  /** Called after the pane has been opened or closed. */
  onToggle = () => {};
  /** The element that contains the selected message's details. */
  details;

  /** @param {HTMLElement} node @param {(message: ClientMessage) => boolean} send */
  constructor(node, send) {
    this.node = node;
    this.send = send;
    const close = make("button", {
      class: "tool close", type: "button", title: "Close (Escape)", aria: { label: "Close the details" },
      on: { click: () => this.close() },
    }, icon("close"));
    this.#list.addEventListener("keydown", (event) => this.#key(event));
    node.append(make("div", { class: "bar" }, this.#list, close));
    this.details = this.#add(message, "Message").page;
    this.details.classList.add("details");
  }

  get isOpen() { return !this.node.hidden; }

  open(id = this.#current) {
    const wasOpen = this.isOpen;
    this.node.hidden = false;
    this.#select(id);
    if (!wasOpen) this.onToggle();
  }

  /** Opens the tab of the selected message. */
  openMessage() { this.open(message); }

  /** Opens the first panel, for a person who has selected no message. */
  openPanel() {
    const [panel] = [...this.#tabs.keys()].filter((id) => id !== message);
    this.open(this.#current === message && panel ? panel : this.#current);
  }

  close() {
    this.node.hidden = true;
    this.onToggle();
  }

  /** Puts the focus into the shown page. */
  focus() { this.#tabs.get(this.#current)?.page.focus(); }

  /** @param {Panel} panel */
  show(panel) {
    const id = `panel-${panel.id}`;
    let tab = this.#tabs.get(id);
    if (!tab) {
      tab = this.#add(id, panel.title);
      const press = (/** @type {string} */ element, /** @type {string | undefined} */ row) =>
        void this.send({ type: "press", form: panel.id, element, ...(row === undefined ? {} : { row }) });
      tab.form = new Form({
        press, input: (element, value) => void this.send({ type: "input", form: panel.id, element, value }),
      });
      tab.page.append(tab.form.node);
      if (this.#wanted === id) this.#select(id);
    } else if (this.#current !== id || !this.isOpen) {
      tab.tab.classList.add("changed");
    }
    tab.tab.textContent = panel.title;
    tab.form?.update(panel.elements);
  }

  /** @param {string} id */
  end(id) {
    const name = `panel-${id}`;
    const tab = this.#tabs.get(name);
    if (!tab) return;
    tab.form?.end();
    tab.tab.remove();
    tab.page.remove();
    this.#tabs.delete(name);
    if (this.#current === name) this.#select(message);
  }

  /** Ends all panels, because another server sends its own. The person's panel stays chosen. */
  reset() {
    const current = this.#current;
    for (const name of [...this.#tabs.keys()]) if (name !== message) this.end(name.slice("panel-".length));
    this.#wanted = current;
  }

  /**
   * Makes the panels inactive while the server is gone.
   * @param {boolean} isGone
   */
  freeze(isGone) {
    for (const { page, form } of this.#tabs.values()) if (form) page.inert = isGone;
  }

  /** @param {string} id @param {string} title @returns {Tab} */
  #add(id, title) {
    const tab = make("button", {
      class: "tab", type: "button", role: "tab", id: `tab-${id}`, text: title, tabIndex: -1,
      aria: { selected: false, controls: `page-${id}` }, on: { click: () => this.#select(id) },
    });
    const page = make("div", {
      class: "page", role: "tabpanel", id: `page-${id}`, tabIndex: -1, hidden: true, aria: { labelledby: `tab-${id}` },
    });
    this.#list.append(tab);
    this.node.append(page);
    const added = { tab, page };
    this.#tabs.set(id, added);
    return added;
  }

  /** @param {string} id */
  #select(id) {
    this.#current = this.#tabs.has(id) ? id : message;
    this.#wanted = "";
    for (const [name, { tab, page }] of this.#tabs) {
      const isCurrent = name === this.#current;
      setAttribute(tab, "aria-selected", String(isCurrent));
      tab.tabIndex = isCurrent ? 0 : -1;
      page.hidden = !isCurrent;
      if (isCurrent) tab.classList.remove("changed");
      if (isCurrent) tab.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const names = [...this.#tabs.keys()];
    const next = names[(names.indexOf(this.#current) + step + names.length) % names.length];
    this.#select(next);
    this.#tabs.get(next)?.tab.focus();
  }
}

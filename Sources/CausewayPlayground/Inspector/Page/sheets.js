import { icon, isEditing, make, setAttribute } from "./dom.js";
import { Form } from "./form.js";
import { protocolName, visible } from "./format.js";
/** @typedef {import("./protocol").ClientMessage} ClientMessage */
/** @typedef {import("./protocol").Sheet} Sheet */

/**
 * The choices for later sheets of the same kind.
 * @type {[import("./protocol").Standing, string][]}
 */
const standings = [["ask", "Ask me"], ["approve", "Approve"], ["decline", "Decline"]];

/**
 * The sheets that the simulated device shows. The newest is in front, because a sheet can open another one; a person
 * may put it aside to look at the messages, and it waits. A sheet that arrives while the person types waits too, because
 * it would take the keys that are meant for the field; a button says so.
 *
 * The server enables the buttons that approve a sheet some time after the person has begun to see it, which "appear"
 * tells it.
 */
export class Sheets {
  /** @type {Map<string, { sheet: Sheet, form: Form }>} */
  #sheets = new Map();
  #shown = "";
  #isAside = false;
  /** Whether the shown sheet stays in front of newer ones, because the person was typing in it when they arrived. */
  #isHeld = false;
  /** Whether the person has pressed a button since the last change, so that a mistake gets the focus. */
  #isPressed = false;
  /**
   * Called with the title of the sheet that waits for the person, or with an empty text.
   * @type {(title: string) => void}
   */
  onWait = () => {};

  /**
   * @param {HTMLDialogElement} dialog
   * @param {HTMLButtonElement} waiting the button that brings a sheet back
   * @param {(message: ClientMessage) => boolean} send
   */
  constructor(dialog, waiting, send) {
    this.dialog = dialog;
    this.waiting = waiting;
    this.send = send;
    dialog.addEventListener("keydown", (event) => this.#key(event));
    // Put the sheet aside when the browser closes the dialog by a gesture of its own, because the sheet has not ended.
    // The event comes later than the change, when another sheet may already be shown.
    dialog.addEventListener("close", () => !dialog.open && this.#shown && !this.#isAside && this.putAside());
    dialog.addEventListener("click", (event) => event.target === dialog && this.putAside());
    waiting.addEventListener("click", () => this.bringBack());
    // The person returns to the browser's tab or window, and has not read the sheet again yet.
    addEventListener("focus", () => this.#appear());
    document.addEventListener("visibilitychange", () => this.#appear());
  }

  /** @param {Sheet} sheet */
  show(sheet) {
    const known = this.#sheets.get(sheet.id);
    const form = known?.form ?? new Form({
      press: (element, row) => {
        this.#isPressed = true;
        this.send({ type: "press", form: sheet.id, element, ...(row === undefined ? {} : { row }) });
      },
      input: (element, value) => {
        this.#isPressed = false;
        this.send({ type: "input", form: sheet.id, element, value });
      },
    });
    const field = this.#firstField;
    form.update(sheet.elements);
    this.#sheets.set(sheet.id, { sheet, form });
    if (!known) this.#place();
    this.#draw();
    if (!known || this.#shown !== sheet.id) return;
    // The sheet shows its next page, so the element that had the focus may be gone.
    if (this.#firstField !== field) this.#focusFirst();
    if (this.#isPressed) this.#focusMistake();
  }

  /** @param {string} id */
  end(id) {
    this.#sheets.get(id)?.form.end();
    this.#sheets.delete(id);
    this.#draw();
  }

  /** Ends all sheets, because the server is gone. A server that comes back sends the sheets that it has. */
  endAll() {
    for (const id of [...this.#sheets.keys()]) this.end(id);
  }

  /** Chooses whether a new sheet is shown at once or waits. */
  #place() {
    // After a press, the person waits for what the sheet does next, which may be another sheet.
    const isTyping = isEditing() && !(this.dialog.open && this.#isPressed);
    this.#isHeld = isTyping && this.dialog.open;
    this.#isAside = isTyping && !this.dialog.open;
  }

  /** Puts the sheet aside, so that the person can look at the messages. */
  putAside() {
    this.#isAside = true;
    this.#isHeld = false;
    this.#draw();
  }

  bringBack() {
    if (this.#sheets.size === 0) return;
    this.#isAside = false;
    this.#draw();
  }

  /** Shows the newest sheet, after the person has typed in an older one. */
  #showNewest() {
    this.#isHeld = false;
    this.#draw();
  }

  /** Tells the server that the person sees the shown sheet now, for the first time or again. */
  #appear() {
    if (this.dialog.open && document.visibilityState === "visible") this.send({ type: "appear", form: this.#shown });
  }

  #draw() {
    const newest = [...this.#sheets.values()].pop();
    this.#isHeld &&= this.#sheets.has(this.#shown);
    const front = this.#isHeld ? this.#sheets.get(this.#shown) : newest;
    this.onWait(newest?.sheet.title ?? "");
    this.waiting.hidden = !front || !this.#isAside;
    if (front) this.waiting.textContent = waitingText(front.sheet.title, this.#sheets.size);
    if (!front || this.#isAside) {
      if (!front) this.#shown = "";
      if (this.dialog.open) this.dialog.close();
      return;
    }
    const { sheet, form } = front;
    const isOther = this.#shown !== sheet.id;
    const isNew = isOther || !this.dialog.open;
    this.#shown = sheet.id;
    if (isOther) this.dialog.replaceChildren(...this.#frame(form));
    this.#fill(sheet);
    this.#showOthers(newest === front ? "" : newest?.sheet.title ?? "");
    if (!this.dialog.open) this.dialog.showModal();
    if (isOther) this.#focusFirst();
    if (isNew) this.#appear();
  }

  /**
   * Shows in the sheet that a newer one waits.
   * @param {string} title the title of the newer sheet; empty for none
   */
  #showOthers(title) {
    const button = /** @type {HTMLElement} */ (this.dialog.querySelector(".others button"));
    button.hidden = !title;
    button.textContent = title && waitingText(title, this.#sheets.size - 1);
  }

  /** @param {Form} form */
  #frame(form) {
    const close = make("button", {
      class: "close", type: "button", title: "Escape", on: { click: () => this.#cancel() },
    }, icon("close"));
    const title = make("h2", { id: "sheet-title", tabIndex: -1 });
    const requester = make("p", { class: "requester" });
    const card = make("div", { class: "card" }, make("header", {}, make("span", { class: "kicker" }), title, close),
      make("div", { class: "content" }, form.node, requester));
    const standing = make("fieldset", { class: "standing" }, make("legend", { text: "Next time" }),
      make("div", { class: "segments" }, ...standings.map(([value, text]) => this.#standing(value, text))));
    const aside = make("button", {
      class: "aside", type: "button", text: "Look at the messages", on: { click: () => this.putAside() },
    });
    const others = make("div", { class: "others", aria: { live: "polite" } }, make("button", {
      class: "aside", type: "button", hidden: true, on: { click: () => this.#showNewest() },
    }));
    return [card, make("div", { class: "below" }, standing, aside, others)];
  }

  /** @param {import("./protocol").Standing} value @param {string} text */
  #standing(value, text) {
    const input = make("input", { type: "radio" });
    input.name = "standing";
    input.value = value;
    input.addEventListener("change", () => void this.send({ type: "input", form: this.#shown, element: "standing", value }));
    return make("label", {}, input, make("span", { text }));
  }

  /** @param {Sheet} sheet */
  #fill(sheet) {
    const find = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (this.dialog.querySelector(selector));
    find("h2").textContent = sheet.title;
    find(".kicker").textContent = protocolName(sheet.protocol);
    const { requester } = sheet;
    find(".requester").hidden = !requester;
    if (requester) {
      find(".requester").replaceChildren(requester.mainFrame ? "Requested by " : "Requested by a frame of ",
        make("bdi", { text: visible(requester.origin) }));
    }
    const cancel = this.dialog.querySelector('.form button[data-role="cancel"]');
    find(".close").hidden = !cancel;
    setAttribute(find(".close"), "aria-label", `${cancel?.textContent} (Escape)`);
    find(".standing").hidden = sheet.standing === undefined;
    for (const input of this.dialog.querySelectorAll("input")) {
      if (input.name === "standing") input.checked = input.value === sheet.standing;
    }
  }

  get #firstField() { return this.dialog.querySelector(".content .field input, .content textarea"); }

  #focusFirst() {
    const target = this.#firstField ?? this.dialog.querySelector("h2");
    if (target instanceof HTMLElement) target.focus();
  }

  #focusMistake() {
    const field = this.dialog.querySelector('.content [aria-invalid="true"]');
    if (!(field instanceof HTMLElement)) return;
    this.#isPressed = false;
    field.focus();
  }

  #cancel() {
    const button = this.dialog.querySelector('.form button[data-role="cancel"]:not(:disabled)');
    if (button instanceof HTMLElement) button.click();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key === "Escape") {
      // Otherwise the browser would close the dialog, and the page would wait for an answer.
      event.preventDefault();
      event.stopPropagation();
      this.#cancel();
    } else if (event.key === "Enter" && !event.repeat && event.target instanceof HTMLHeadingElement) {
      const button = this.dialog.querySelector('.form button[data-role="primary"]:not(:disabled)');
      if (button instanceof HTMLElement) button.click();
    }
  }
}

/** @param {string} title @param {number} count */
function waitingText(title, count) {
  return count > 1 ? `${count} sheets wait: ${title}` : `Waiting for you: ${title}`;
}

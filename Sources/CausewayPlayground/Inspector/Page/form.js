import { make } from "./dom.js";
import { buttonPart, tablePart } from "./form-buttons.js";
import { choicePart, togglePart } from "./form-choices.js";
import { fieldPart } from "./form-fields.js";
import { picturePart } from "./form-picture.js";
import { dividerPart, headingPart, imagePart, jsonPart, progressPart, rowPart, textPart } from "./form-texts.js";
/** @typedef {import("./protocol").FormActions} FormActions */
/** @typedef {import("./protocol").FormElement} FormElement */

/**
 * A drawn element of a form.
 * @typedef {{ node: HTMLElement, update: (element: any) => void, end?: () => void }} Part
 */

/** @type {{ [Type in FormElement["type"]]: (actions: FormActions) => Part }} */
const makers = {
  heading: headingPart, text: textPart, row: rowPart, field: fieldPart, toggle: togglePart, choice: choicePart,
  button: buttonPart, picture: picturePart, image: imagePart, json: jsonPart, table: tablePart, group: groupPart,
  progress: progressPart, divider: dividerPart,
};

/**
 * A form: elements of the fixed vocabulary, from top to bottom. The server sends the whole form after each change, and
 * the form changes only what is different, so that the person's focus, caret and opened groups stay.
 */
export class Form {
  node = make("div", { class: "form" });
  /** @type {Map<string, Part>} */
  #parts = new Map();
  #actions;

  /** @param {FormActions} actions */
  constructor(actions) {
    this.#actions = actions;
    this.node.addEventListener("keydown", (event) => submit(this.node, event));
  }

  /** @param {FormElement[]} elements */
  update(elements) {
    /** @type {Map<string, Part>} */
    const parts = new Map();
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const element of elements) {
      // Leave out elements that this page does not know, because a newer server may send further kinds.
      if (!Object.hasOwn(makers, element.type)) continue;
      const name = `${element.type}/${"id" in element && element.id !== undefined ? element.id : ""}`;
      const count = counts.get(name) ?? 0;
      counts.set(name, count + 1);
      const key = `${name}/${count}`;
      const part = this.#parts.get(key) ?? makers[element.type](this.#actions);
      part.update(element);
      parts.set(key, part);
    }
    for (const [key, part] of this.#parts) {
      if (parts.has(key)) continue;
      part.end?.();
      part.node.remove();
    }
    this.#parts = parts;
    // Move only nodes at a wrong position, because a node that is moved loses the focus.
    let place = this.node.firstElementChild;
    for (const { node } of parts.values()) {
      if (node === place) place = place.nextElementSibling;
      else this.node.insertBefore(node, place);
    }
  }

  /** Stops the form's elements that are still working, such as a camera. */
  end() {
    for (const part of this.#parts.values()) part.end?.();
  }
}

/**
 * Makes a group, which the person can open and close if it has a label.
 * @param {FormActions} actions
 * @returns {Part}
 */
function groupPart(actions) {
  const form = new Form(actions);
  const label = make("summary");
  const node = make("details", { class: "group" }, label, form.node);
  let isNew = true;
  return {
    node,
    end: () => form.end(),
    /** @param {import("./protocol").Group} group */
    update(group) {
      label.textContent = group.label ?? "";
      label.hidden = !group.label;
      node.classList.toggle("plain", !group.label);
      // Set the state only once, because the person decides later whether the group is open.
      if (isNew || !group.label) node.open = !group.collapsed || !group.label;
      isNew = false;
      form.update(group.elements);
    },
  };
}

/**
 * Presses the main button of a field's group, or of the group around it, when Enter is pressed in the field.
 * @param {HTMLElement} form
 * @param {KeyboardEvent} event
 */
function submit(form, event) {
  const { target } = event;
  if (event.key !== "Enter" || event.repeat || event.isComposing || event.defaultPrevented) return;
  if (!(target instanceof HTMLInputElement) || ["checkbox", "radio", "file"].includes(target.type)) return;
  const button = form.querySelector(':scope button[data-role="primary"]:not(:disabled)');
  if (!(button instanceof HTMLElement)) return;
  event.preventDefault();
  button.click();
}

import { make } from "./dom.js";
import { nextID } from "./form-id.js";
/** @typedef {import("./protocol").Choice} Choice */
/** @typedef {import("./protocol").FormActions} FormActions */
/** @typedef {import("./form.js").Part} Part */

/**
 * The maximum number of options, and of letters in all options together, that are shown side by side. More options are
 * shown in a menu.
 */
const [mostOptions, mostLetters] = [3, 30];

/** @param {FormActions} actions @returns {Part} */
export function togglePart(actions) {
  const id = nextID();
  const label = make("label", { htmlFor: id });
  let name = "";
  const input = make("input", { id, type: "checkbox", role: "switch" });
  input.addEventListener("change", () => actions.input(name, input.checked));
  return {
    node: make("div", { class: "toggle" }, label, input),
    /** @param {import("./protocol").Toggle} toggle */
    update(toggle) {
      name = toggle.id;
      label.textContent = toggle.label;
      if (input.checked !== toggle.value) input.checked = toggle.value;
      input.disabled = toggle.enabled === false;
    },
  };
}

/** @param {FormActions} actions @returns {Part} */
export function choicePart(actions) {
  const node = make("div", { class: "choice" });
  /** @type {ReturnType<typeof menu> | undefined} */
  let control;
  let options = "";
  return {
    node,
    /** @param {Choice} choice */
    update(choice) {
      const written = JSON.stringify([choice.id, choice.label, choice.options]);
      if (!control || written !== options) {
        options = written;
        const letters = choice.options.reduce((sum, { label }) => sum + label.length, 0);
        const isShort = choice.options.length <= mostOptions && letters <= mostLetters;
        control = (isShort ? segments : menu)(choice, (value) => actions.input(choice.id, value));
        node.replaceChildren(...control.nodes);
      }
      control.set(choice.value, choice.enabled !== false);
    },
  };
}

/** @param {Choice} choice @param {(value: string) => void} choose */
function menu(choice, choose) {
  const id = nextID();
  const select = make("select", { id }, ...choice.options.map(({ id: value, label }) => new Option(label, value)));
  select.addEventListener("change", () => choose(select.value));
  return {
    /** @type {HTMLElement[]} */
    nodes: [make("label", { htmlFor: id, text: choice.label }), select],
    set(/** @type {string} */ value, /** @type {boolean} */ isEnabled) {
      if (select.value !== value) select.value = value;
      select.disabled = !isEnabled;
    },
  };
}

/** @param {Choice} choice @param {(value: string) => void} choose */
function segments(choice, choose) {
  const id = nextID();
  const inputs = choice.options.map(({ id: value }) => {
    const input = make("input", { type: "radio", on: { change: () => choose(value) } });
    input.name = id;
    input.value = value;
    return input;
  });
  const labels = inputs.map((input, index) => make("label", {}, input, make("span", { text: choice.options[index].label })));
  return {
    /** @type {HTMLElement[]} */
    nodes: [
      make("span", { class: "label", id, text: choice.label }),
      make("div", { class: "segments", role: "radiogroup", aria: { labelledby: id } }, ...labels),
    ],
    set(/** @type {string} */ value, /** @type {boolean} */ isEnabled) {
      for (const input of inputs) {
        input.checked = input.value === value;
        input.disabled = !isEnabled;
      }
    },
  };
}

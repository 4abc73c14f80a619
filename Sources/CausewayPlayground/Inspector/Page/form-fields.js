import { make, setAttribute } from "./dom.js";
import { Echo } from "./echo.js";
import { nextID } from "./form-id.js";
/** @typedef {import("./protocol").FormActions} FormActions */
/** @typedef {import("./form.js").Part} Part */

/** @type {{ [Kind in import("./protocol").FieldKind]: [type: string, inputMode: string] }} */
const inputs = {
  text: ["text", "text"], email: ["email", "email"], tel: ["tel", "tel"], code: ["text", "numeric"],
  card: ["text", "numeric"], expiry: ["text", "numeric"], number: ["text", "decimal"], json: ["text", "text"],
};

/** @param {FormActions} actions @returns {Part} */
export function fieldPart(actions) {
  const id = nextID();
  const label = make("label", { htmlFor: id });
  const error = make("p", { class: "mistake", id: `${id}-error`, role: "alert" });
  const place = make("span", { class: "place" });
  const node = make("div", { class: "field" }, label, place, error);
  const echo = new Echo();
  /** @type {HTMLInputElement | HTMLTextAreaElement | undefined} */
  let input;
  let name = "";
  let shown = "";
  let serverError = "";

  const start = (/** @type {import("./protocol").FieldKind} */ kind) => {
    input = kind === "json" ? make("textarea", { id }) : make("input", { id, type: inputs[kind][0] });
    input.className = `kind-${kind}`;
    input.spellcheck = false;
    input.inputMode = inputs[kind][1];
    input.addEventListener("input", () => {
      const { value } = /** @type {HTMLInputElement} */ (input);
      echo.note(value);
      showError(kind === "json" ? jsonMistake(value) : "");
      actions.input(name, value);
    });
    // When the person has left the field, show the server's value, even if the server accepted only a part of the
    // input.
    input.addEventListener("change", () => setTimeout(() => {
      if (input && document.activeElement !== input && input.value !== shown) input.value = shown;
    }, 500));
    place.append(input);
    return input;
  };
  const showError = (/** @type {string} */ local) => {
    const text = local || serverError;
    if (error.textContent !== text) error.textContent = text;
    error.hidden = !text;
    if (input) setAttribute(input, "aria-invalid", text ? "true" : undefined);
  };

  return {
    node,
    /** @param {import("./protocol").Field} field */
    update(field) {
      const control = input ?? start(field.kind);
      name = field.id;
      if (label.textContent !== field.label) label.textContent = field.label;
      setAttribute(control, "autocomplete", field.autocomplete ?? "off");
      setAttribute(control, "aria-describedby", `${id}-error`);
      control.placeholder = field.placeholder ?? "";
      control.readOnly = field.enabled === false;
      setAttribute(control, "aria-disabled", field.enabled === false ? "true" : undefined);
      const isNew = echo.admits(field.value, shown);
      if (isNew && field.value !== control.value) replace(control, field.value);
      shown = field.value;
      serverError = field.error ?? "";
      showError(field.kind === "json" ? jsonMistake(control.value) : "");
    },
  };
}

/**
 * Replaces the text of a field. The caret stays after the same letter.
 * @param {HTMLInputElement | HTMLTextAreaElement} control
 * @param {string} value
 */
function replace(control, value) {
  const caret = document.activeElement === control ? control.selectionStart : null;
  let letters = caret === null ? 0 : control.value.slice(0, caret).replace(/[\s/-]/g, "").length;
  const wasAtEnd = caret === control.value.length;
  control.value = value;
  if (caret === null) return;
  let index = 0;
  while (letters > 0 && index < value.length) {
    if (!/[\s/-]/.test(value[index])) letters -= 1;
    index += 1;
  }
  if (wasAtEnd) index = value.length;
  control.setSelectionRange(index, index);
}

/**
 * Returns a description of the mistake in a JSON text; empty if there is none.
 * @param {string} text
 */
function jsonMistake(text) {
  if (text.trim() === "") return "";
  try {
    JSON.parse(text);
    return "";
  } catch (error) {
    return `This is not JSON yet: ${error instanceof Error ? error.message : error}`;
  }
}

/**
 * The attributes and listeners of a new element. A text never becomes markup: `text` is set as text, and no function of
 * the inspector writes `innerHTML`.
 * @typedef {{
 *   class?: string, text?: string, title?: string, id?: string, role?: string, type?: string, tabIndex?: number,
 *   hidden?: boolean, disabled?: boolean, htmlFor?: string,
 *   aria?: { [name: string]: string | number | boolean | undefined },
 *   data?: { [name: string]: string | undefined },
 *   on?: { [event: string]: (event: any) => void },
 * }} Properties
 */

/**
 * Makes an element.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Properties} [properties]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  const { class: className, text, aria, data, on, role, ...rest } = properties;
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  if (role) element.setAttribute("role", role);
  for (const [name, value] of Object.entries(aria ?? {})) {
    if (value !== undefined) element.setAttribute(`aria-${name}`, String(value));
  }
  for (const [name, value] of Object.entries(data ?? {})) if (value !== undefined) element.dataset[name] = value;
  for (const [event, listener] of Object.entries(on ?? {})) element.addEventListener(event, listener);
  for (const [name, value] of Object.entries(rest)) {
    if (value !== undefined) /** @type {any} */ (element)[name] = value;
  }
  for (const child of children) if (child !== null && child !== undefined && child !== false) element.append(child);
  return element;
}

/**
 * Returns the element of `index.html` with this id.
 * @template {HTMLElement} [Kind=HTMLElement]
 * @param {string} id
 * @returns {Kind}
 */
export function byID(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`index.html has no element "${id}".`);
  return /** @type {Kind} */ (element);
}

/**
 * Makes an element that shows a symbol of `icons.svg`, which `index.html` contains.
 * @param {string} name
 */
export function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const drawing = document.createElementNS(space, "svg");
  drawing.setAttribute("class", "icon");
  drawing.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(space, "use");
  use.setAttribute("href", `#icon-${name}`);
  drawing.append(use);
  return drawing;
}

/**
 * Sets an attribute, or removes it if the value is undefined. Does not touch an attribute that is already right,
 * because a change makes screen readers and the style engine work.
 * @param {Element} element
 * @param {string} name
 * @param {string | undefined} value
 */
export function setAttribute(element, name, value) {
  if (value === undefined) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/**
 * Returns whether a key event belongs to a field in which the person types.
 * @param {KeyboardEvent} event
 */
export function isTyping({ target }) {
  return isEditable(target);
}

/** Returns whether the focus of this window is in a field, so that a dialog would take the person's next keys. */
export function isEditing() {
  const focused = document.activeElement;
  return document.hasFocus() && isEditable(focused) && !focused?.matches(":disabled");
}

/** @param {EventTarget | null} target */
function isEditable(target) {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !["checkbox", "radio", "button", "file"].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable;
}

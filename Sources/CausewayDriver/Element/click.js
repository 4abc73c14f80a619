"use strict";

/**
 * Scrolls an element into view and finds the point at which a click reaches it. If there is no such point, returns the
 * reason.
 * @param {Element} element
 * @returns {{ kind: "point", x: number, y: number, isDisabled: boolean } | { kind: "option" | "file" | "hidden" }
 *   | { kind: "covered", by: string }}
 */
function clickPoint(element) {
  if (element instanceof HTMLInputElement && element.type === "file") return { kind: "file" };
  if (element instanceof HTMLOptionElement && element.closest("select")) return { kind: "option" };
  let points = clickPoints(element);
  if (!points.some((point) => hits(element, point))) {
    // Scrolling an image shows the areas of its map.
    const box = element instanceof HTMLAreaElement ? imageOf(element) ?? element : element;
    box.scrollIntoView({ behavior: /** @type {any} */ ("instant"), block: "end", inline: "nearest" });
    points = clickPoints(element);
  }
  const reached = points.find((point) => hits(element, point));
  if (reached) return { kind: "point", ...reached, isDisabled: element.matches(":disabled, :disabled *") };
  // An element that is nowhere at its center is not painted, or takes no clicks.
  const covered = points.find(({ x, y }) => {
    return treeOf(element).elementsFromPoint(x, y).some((other) => contains(element, other));
  });
  if (!covered) return { kind: "hidden" };
  const top = treeOf(element).elementFromPoint(covered.x, covered.y);
  return { kind: "covered", by: top ? describe(top) : "nothing that can be clicked" };
}

/**
 * Returns the points at which a click can be tried, the best one first.
 * @param {Element} element
 * @returns {{ x: number, y: number }[]}
 */
function clickPoints(element) {
  if (element instanceof HTMLAreaElement) return areaPoints(element);
  // The first rectangle of an inline element that contains a block is empty.
  const rectangles = [...element.getClientRects()];
  const rectangle = rectangles.find(({ width, height }) => width > 0 && height > 0) ?? rectangles[0];
  if (!rectangle) return [];
  const left = rectangle.left < 0 ? 0 : rectangle.left;
  const right = rectangle.right > innerWidth ? innerWidth : rectangle.right;
  const top = rectangle.top < 0 ? 0 : rectangle.top;
  const bottom = rectangle.bottom > innerHeight ? innerHeight : rectangle.bottom;
  if (right <= left || bottom <= top) return [];
  const center = { x: (left + right) / 2, y: (top + bottom) / 2 };
  // The pointer is at whole pixels. A thin element can contain only the next one.
  const floor = { x: wholePart(center.x), y: wholePart(center.y) };
  return [floor, { x: floor.x < left ? floor.x + 1 : floor.x, y: floor.y < top ? floor.y + 1 : floor.y }];
}

/** @param {number} number a number that is not negative */
function wholePart(number) {
  // A page can replace the functions of `Math`.
  return number - (number % 1);
}

/** @param {Element} element */
function treeOf(element) {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root : document;
}

/**
 * Returns whether a click at a point reaches an element.
 * @param {Element} element
 * @param {{ x: number, y: number }} point
 */
function hits(element, { x, y }) {
  // Of an image's map, only this function finds the area.
  return contains(element, treeOf(element).elementFromPoint(x, y));
}

/**
 * Returns whether an element contains another one, also through slots and shadow trees.
 * @param {Element} element
 * @param {Node | null} other
 */
function contains(element, other) {
  for (let node = other; node; node = node instanceof Element && node.assignedSlot || node.parentNode
    || (node instanceof ShadowRoot ? node.host : null)) {
    if (node === element) return true;
  }
  return false;
}

/**
 * Returns the image whose map contains an area; undefined if there is none.
 * @param {HTMLAreaElement} area
 */
function imageOf(area) {
  const map = area.closest("map");
  const names = [`#${map?.name}`, `#${map?.id}`];
  const images = [...document.querySelectorAll("img[usemap]")];
  return images.find((image) => names.includes(image.getAttribute("usemap") ?? ""));
}

/**
 * Returns points in an area of an image's map: its center, and others if it is not convex.
 * @param {HTMLAreaElement} area
 * @returns {{ x: number, y: number }[]}
 */
function areaPoints(area) {
  const image = imageOf(area);
  if (!image) return [];
  const { left, top, width, height } = image.getBoundingClientRect();
  const numbers = area.coords.split(/[\s,;]+/).map(Number).filter(Number.isFinite);
  /** @type {[number, number][]} */
  let corners = [];
  switch (area.shape) {
    case "circle": corners = [[numbers[0], numbers[1]]]; break;
    case "default": corners = [[0, 0], [width, height]]; break;
    default:
      for (let index = 0; index + 1 < numbers.length; index += 2) corners.push([numbers[index], numbers[index + 1]]);
  }
  if (corners.length === 0 || !corners.flat().every(Number.isFinite)) return [];
  const count = corners.length;
  const center = corners.reduce(([x, y], corner) => [x + corner[0] / count, y + corner[1] / count], [0, 0]);
  const inside = corners.map(([x, y]) => [(x * 9 + center[0]) / 10, (y * 9 + center[1]) / 10]);
  return [center, ...inside].map(([x, y]) => ({ x: wholePart(left + x), y: wholePart(top + y) }))
    .filter(({ x, y }) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight);
}

/** @param {Element} element */
function describe(element) {
  const id = element.id ? `#${element.id}` : "";
  const classes = [...element.classList].map((name) => `.${name}`).join("");
  return `<${element.localName}${id}${classes}>`;
}

/**
 * Chooses an option of a list, as the specification's remote end steps for a click on an option say.
 * @param {HTMLOptionElement} option
 * @returns {{ kind: "chosen" | "hidden" | "disabled" }}
 */
function chooseOption(option) {
  const list = option.closest("select");
  if (!list || list.getClientRects().length === 0) return { kind: "hidden" };
  list.scrollIntoView({ behavior: /** @type {any} */ ("instant"), block: "nearest", inline: "nearest" });
  const group = option.closest("optgroup");
  for (const type of ["mouseover", "mousemove", "mousedown"]) fireMouse(list, type);
  list.focus();
  const isDisabled = list.disabled || option.disabled || (group?.disabled ?? false);
  if (!isDisabled) {
    const was = option.selected;
    option.selected = list.multiple ? !was : true;
    if (option.selected !== was) {
      list.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
      list.dispatchEvent(new Event("change", { bubbles: true }));
    }
  }
  for (const type of ["mouseup", "click"]) fireMouse(list, type);
  return { kind: isDisabled ? "disabled" : "chosen" };
}

/**
 * @param {Element} element
 * @param {string} type
 */
function fireMouse(element, type) {
  element.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, composed: true, view: window }));
}

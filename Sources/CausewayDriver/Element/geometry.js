"use strict";

/**
 * Returns the element of the frame that `window[index]` is; null if there is none.
 * @param {number} index
 */
function frameAt(index) {
  const frame = window[index];
  /** @type {NodeListOf<HTMLIFrameElement | HTMLFrameElement>} */
  const elements = document.querySelectorAll("iframe, frame");
  return frame ? [...elements].find(({ contentWindow }) => contentWindow === frame) ?? null : null;
}

/**
 * Converts a point of a frame's page to a point of the page that contains the frame.
 * @param {HTMLElement} frame
 * @param {number} x
 * @param {number} y
 * @param {"anyPlace" | "view" | "reached"} condition what must be true of the point; for `reached`, the frame is
 *   scrolled into view
 * @returns {{ kind: "point", x: number, y: number } | { kind: "outside" } | { kind: "covered", by: string }}
 */
function pointOfFrame(frame, x, y, condition) {
  const point = () => {
    const { left, top } = frame.getBoundingClientRect();
    const style = getComputedStyle(frame);
    return {
      x: left + frame.clientLeft + parseFloat(style.paddingLeft) + x,
      y: top + frame.clientTop + parseFloat(style.paddingTop) + y,
    };
  };
  const isInView = () => {
    const { x, y } = point();
    return x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
  };
  const root = frame.getRootNode();
  const tree = root instanceof ShadowRoot ? root : document;
  const elementAtPoint = () => tree.elementsFromPoint(point().x, point().y)[0];

  if (condition === "view" && !isInView()) return { kind: "outside" };
  if (condition === "reached" && elementAtPoint() !== frame) {
    const behavior = /** @type {any} */ ("instant");
    frame.scrollIntoView({ behavior, block: "nearest", inline: "nearest" });
    // A part of a large frame can be in view while the point is not.
    if (!isInView()) scrollBy({ behavior, left: point().x - innerWidth / 2, top: point().y - innerHeight / 2 });
    const top = elementAtPoint();
    if (top !== frame) return { kind: "covered", by: top ? `<${top.localName}>` : "nothing that can be clicked" };
  }
  return { kind: "point", ...point() };
}

/**
 * Returns the center of the visible part of an element's first rectangle; the center of the whole rectangle if no part
 * is visible.
 * @param {Element} element
 */
function elementCenter(element) {
  const rectangle = element.getClientRects()[0] ?? element.getBoundingClientRect();
  const [left, right] = [Math.max(0, rectangle.left), Math.min(innerWidth, rectangle.right)];
  const [top, bottom] = [Math.max(0, rectangle.top), Math.min(innerHeight, rectangle.bottom)];
  if (right > left && bottom > top) {
    return { x: Math.floor((left + right) / 2), y: Math.floor((top + bottom) / 2) };
  }
  return {
    x: Math.floor((rectangle.left + rectangle.right) / 2), y: Math.floor((rectangle.top + rectangle.bottom) / 2),
  };
}

/** Returns the size of the current frame's view. */
function viewportSize() {
  return { width: innerWidth, height: innerHeight };
}

"use strict";

/**
 * The element of a frame with an index, as `window[index]` counts; null if there is none.
 * @param {number} index
 */
function frameAt(index) {
  const frame = window[index];
  /** @type {NodeListOf<HTMLIFrameElement | HTMLFrameElement>} */
  const elements = document.querySelectorAll("iframe, frame");
  return frame ? [...elements].find(({ contentWindow }) => contentWindow === frame) ?? null : null;
}

/**
 * The position of a frame's page in the page that contains it.
 * @param {HTMLElement} frame
 */
function frameOffset(frame) {
  const { left, top } = frame.getBoundingClientRect();
  const style = getComputedStyle(frame);
  return {
    x: left + frame.clientLeft + parseFloat(style.paddingLeft), y: top + frame.clientTop + parseFloat(style.paddingTop),
  };
}

/**
 * The center of the visible part of an element's first rectangle; of the whole rectangle if no part is visible.
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

/** The size of the current frame's view. */
function viewportSize() {
  return { width: innerWidth, height: innerHeight };
}

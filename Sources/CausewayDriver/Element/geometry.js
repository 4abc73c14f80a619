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
 * Returns the position of a frame's page in the page that contains the frame.
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

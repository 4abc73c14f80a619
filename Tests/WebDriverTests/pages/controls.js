"use strict";

/** The ids of the elements that were clicked, in order. */
const clicked = [];

addEventListener("click", ({ target }) => clicked.push(target.closest("[id]").id), { capture: true, passive: true });

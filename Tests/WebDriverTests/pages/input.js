"use strict";

/** The events that the page has received, in order. */
const seen = [];

for (const type of ["mousedown", "mouseup", "click", "dblclick", "contextmenu", "keydown", "keyup", "wheel", "mousemove"]) {
  document.addEventListener(type, (event) => {
    const { target, isTrusted, key, code, shiftKey, ctrlKey, clientX, clientY, button, deltaX, deltaY } = event;
    const id = target instanceof Element ? target.id : "";
    seen.push({ type, id, isTrusted, key, code, shiftKey, ctrlKey, clientX, clientY, button, deltaX, deltaY });
  }, { capture: true, passive: true });
}

document.getElementById("alert").addEventListener("click", () => alert("Stop"));

const box = document.getElementById("drag");
let held = null;
box.addEventListener("mousedown", ({ offsetX, offsetY }) => { held = [offsetX, offsetY]; });
document.addEventListener("mousemove", ({ clientX, clientY }) => {
  if (!held) return;
  box.style.left = `${clientX - held[0]}px`;
  box.style.top = `${clientY + scrollY - held[1]}px`;
});
document.addEventListener("mouseup", () => { held = null; });

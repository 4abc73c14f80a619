"use strict";

document.getElementById("button").addEventListener("click", ({ target, isTrusted }) => {
  target.textContent = `pressed ${isTrusted}`;
});

"use strict";

/** The notebook: the app keeps the notes, and the page shows them. */
(() => {
  const form = /** @type {HTMLFormElement} */ (document.getElementById("note-form"));
  const input = /** @type {HTMLInputElement} */ (document.getElementById("note-text"));
  const list = /** @type {HTMLElement} */ (document.getElementById("notes"));
  const state = /** @type {HTMLElement} */ (document.getElementById("state"));
  const { causeway } = window;

  /** @param {string} text */
  function show(text) {
    const item = document.createElement("li");
    item.textContent = text;
    list.append(item);
  }

  /** @param {Causeway} app */
  async function keep(app) {
    try {
      const count = await app.call("notes.add", { text: input.value });
      show(input.value);
      input.value = "";
      state.textContent = `The app has ${count === 1 ? "one note" : `${count} notes`}`;
    } catch (error) {
      state.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  async function begin() {
    document.body.classList.toggle("alone", !causeway);
    /** @type {HTMLElement} */ (document.getElementById("outside")).hidden = causeway !== undefined;
    form.hidden = !causeway;
    if (causeway) {
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        keep(causeway);
      });
      causeway.on("notes.cleared", () => {
        list.replaceChildren();
        state.textContent = "The app has deleted the notes";
      });
      for (const text of await causeway.call("notes.list")) show(text);
      state.textContent = "Connected";
      state.classList.add("done");
    } else {
      state.textContent = "No app";
    }
    window.__demoDone = true;
    return [];
  }

  window.__demoDone = false;
  window.__demo = begin();
})();

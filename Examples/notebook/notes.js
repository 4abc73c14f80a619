"use strict";

/** The notebook: the app keeps the notes, and the page shows them. */
(() => {
  const form = /** @type {HTMLFormElement} */ (document.getElementById("note-form"));
  const input = /** @type {HTMLInputElement} */ (document.getElementById("note-text"));
  const list = /** @type {HTMLElement} */ (document.getElementById("notes"));
  const state = /** @type {HTMLElement} */ (document.getElementById("state"));
  /** The app, as NotebookContract.swift describes it. */
  const notebook = /** @type {import("./contract").Notebook | undefined} */ (window.causeway?.connect());

  /** @param {string} text */
  function show(text) {
    const item = document.createElement("li");
    item.textContent = text;
    list.append(item);
  }

  /** @param {import("./contract").Notebook} notebook */
  async function keep(notebook) {
    try {
      const count = await notebook.notes.add({ text: input.value });
      show(input.value);
      input.value = "";
      state.textContent = `The app has ${count === 1 ? "one note" : `${count} notes`}`;
    } catch (error) {
      if (error instanceof notebook.errors.EmptyNote) input.focus();
      state.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  async function begin() {
    document.body.classList.toggle("alone", !notebook);
    /** @type {HTMLElement} */ (document.getElementById("outside")).hidden = notebook !== undefined;
    form.hidden = !notebook;
    if (notebook) {
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        keep(notebook);
      });
      notebook.on.notes.cleared(() => {
        list.replaceChildren();
        state.textContent = "The app has deleted the notes";
      });
      for (const text of await notebook.notes.list()) show(text);
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

"use strict";

/**
 * @param {string} tag
 * @param {string} className
 * @param {...(string | Node)} content
 */
function made(tag, className, ...content) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...content);
  return element;
}

/**
 * Returns a `code` element for a text. Strings have their own style, and lines break only between members.
 * @param {string} text
 */
function code(text) {
  const parts = text.split(/("(?:[^"\\]|\\.)*")/);
  const pieces = parts.map((part, place) => {
    if (place % 2 === 0) return part.replace(/([:{]) /g, "$1\u00a0").replace(/ \}/g, "\u00a0}");
    const isKey = parts[place + 1].startsWith(":");
    return isKey ? part : made("span", "text", part.replaceAll(" ", "\u00a0"));
  });
  return made("code", "", ...pieces);
}

/**
 * Adds a turn of the conversation: the page's message on the left, the app's answer on the right. Returns the functions
 * that change it.
 *
 * @param {{ title: string, why: string, said: (string | Node)[] }} turn
 * @param {() => void} repeat
 */
function addTurn({ title, why, said }, repeat) {
  const answer = made("div", "bubble app waiting", made("code", "", "…"));
  const time = made("span", "time");
  const again = /** @type {HTMLButtonElement} */ (made("button", "again", "Repeat"));
  again.setAttribute("aria-label", `Repeat: ${title}`);
  again.type = "button";
  again.disabled = true;
  again.addEventListener("click", repeat);
  const lines = said.map((line) => (typeof line === "string" ? code(line) : line));
  const way = made("div", `way${said.length > 1 ? " joined" : ""}`, ...said.map(() => made("i", "")), time);
  const turn = made(
    "li", "turn",
    made("div", "topic", made("h2", "", title), made("p", "", why)),
    made("div", "bubble page", ...lines),
    way,
    answer,
    again,
  );
  document.getElementById("timeline")?.append(turn);

  return {
    /** Shows that the page waits for the answer. */
    wait() {
      again.disabled = true;
      answer.classList.add("waiting");
    },
    /**
     * Shows the answer.
     * @param {{ text: string, note: string, isError?: boolean, milliseconds?: number }} given
     */
    fill({ text, note, isError = false, milliseconds }) {
      answer.className = `bubble app${isError ? " error" : ""}${text === "undefined" ? " quiet" : ""}`;
      answer.replaceChildren(code(text), made("span", "note", note));
      time.textContent = milliseconds === undefined ? "" : asTime(milliseconds);
      again.disabled = false;
    },
  };
}

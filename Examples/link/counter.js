"use strict";

/**
 * The texts of an offer, and the name of its drawing.
 * @typedef {{ drawing: string, title: string, about: string, button: string, again: string }} LinkOffer
 *
 * The outcome of an offer: `done`, `refused` by the user, or `failed`.
 * @typedef {{ kind: "done" | "refused" | "failed", text: string }} LinkOutcome
 */

/** The shop's counter: a row for each offer, with the messages to and from the wallet beside it. */
const linkCounter = (() => {
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

  /** @param {string} name one of the drawings in index.html */
  function drawing(name) {
    const space = "http://www.w3.org/2000/svg";
    const picture = document.createElementNS(space, "svg");
    const use = document.createElementNS(space, "use");
    use.setAttribute("href", `#${name}`);
    picture.setAttribute("aria-hidden", "true");
    picture.append(use);
    return made("span", "drawing", picture);
  }

  /**
   * Returns a `code` element for a text. Strings have their own style, and lines break only between members.
   * @param {string} text
   */
  function code(text) {
    const parts = text.split(/("(?:[^"\\]|\\.)*")/);
    const pieces = parts.map((part, place) => {
      if (place % 2 === 1) return made("span", part.length > 30 ? "text" : "text whole", part);
      return part.replace(/([:{]) /g, "$1\u00a0").replace(/ \}/g, "\u00a0}");
    });
    return made("code", "", ...pieces);
  }

  /**
   * Returns a `code` element for a command and its data.
   * @param {string} line
   */
  function asked(line) {
    const [command, ...rest] = line.split(" ");
    const shown = code(rest.length > 0 ? ` ${rest.join(" ")}` : "");
    shown.prepend(made("b", "", command));
    return shown;
  }

  /**
   * Adds the row of an offer. Returns the functions that change the row.
   * @param {LinkOffer} offer
   * @param {string[]} lines the requests that it will send to the wallet
   * @param {() => void} take
   */
  function add(offer, lines, take) {
    const status = made("p", "about", offer.about);
    const button = /** @type {HTMLButtonElement} */ (made("button", "take", offer.button));
    button.type = "button";
    button.setAttribute("aria-label", `${offer.title}: ${offer.button}`);
    button.addEventListener("click", take);
    const page = made("div", "bubble page", ...lines.map(asked));
    const answer = made("div", "bubble app waiting", made("span", "note", "not asked yet"));
    const time = made("span", "time");
    const way = made("div", "way", made("i", ""), time);
    const item = made("div", "item", drawing(offer.drawing), made("div", "topic", made("h2", "", offer.title), status), button);
    const row = made("li", "row idle", item, page, way, answer);
    document.getElementById("counter")?.append(row);

    return {
      /**
       * Shows that the wallet has the requests.
       * @param {string[]} said
       */
      wait(said) {
        row.className = "row asking";
        button.disabled = true;
        page.replaceChildren(...said.map(asked));
        answer.className = "bubble app waiting";
        answer.replaceChildren(made("span", "note", "the wallet asks its user …"));
        time.textContent = "";
      },
      /**
       * Shows the wallet's answers and the outcome.
       * @param {string[]} answers
       * @param {string} note
       * @param {LinkOutcome} outcome
       * @param {number} milliseconds
       */
      fill(answers, note, outcome, milliseconds) {
        row.className = `row ${outcome.kind}`;
        answer.className = `bubble app ${outcome.kind}`;
        answer.replaceChildren(...answers.map(code), made("span", "note", note));
        time.textContent = linkWords.time(milliseconds);
        status.textContent = outcome.text;
        button.textContent = outcome.kind === "done" ? offer.again : "Try again";
        button.disabled = false;
      },
      /**
       * Enables or disables the button.
       * @param {boolean} isOpen
       */
      open(isOpen) {
        button.disabled = !isOpen;
      },
    };
  }

  return { add };
})();

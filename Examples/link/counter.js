"use strict";

/**
 * What an offer is about.
 * @typedef {{ drawing: string, title: string, about: string, button: string, again: string }} LinkOffer
 *
 * How it went: `done`, `refused` by the user, or `failed`.
 * @typedef {{ kind: "done" | "refused" | "failed", text: string }} LinkOutcome
 */

/** The shop's counter: a row for each offer, with what was said beside it. */
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
   * Code with its strings set apart, and with line breaks between members only.
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
   * A command, and its data as code.
   * @param {string} line
   */
  function asked(line) {
    const [command, ...rest] = line.split(" ");
    const shown = code(rest.length > 0 ? ` ${rest.join(" ")}` : "");
    shown.prepend(made("b", "", command));
    return shown;
  }

  /**
   * Adds an offer.
   * @param {LinkOffer} offer
   * @param {string[]} lines what it will ask the wallet
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
       * The wallet was asked.
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
       * The wallet has answered.
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
       * Whether it can be had.
       * @param {boolean} isOpen
       */
      open(isOpen) {
        button.disabled = !isOpen;
      },
    };
  }

  return { add };
})();

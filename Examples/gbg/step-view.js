"use strict";

/** The view of a step of the journey. Its state is `wait`, `ask`, `done` or `stopped`. */
class GBGStepView {
  /**
   * @param {string} title
   * @param {string} why
   * @param {() => void} repeat
   */
  constructor(title, why, repeat) {
    const { made } = gbgConversation;
    this.text = made("p", "", why);
    this.proof = made("div", "proof");
    this.again = /** @type {HTMLButtonElement} */ (made("button", "again", "Again"));
    this.again.type = "button";
    this.again.setAttribute("aria-label", `Again: ${title}`);
    this.again.addEventListener("click", repeat);
    this.row = made("li", "step wait", made("i", "sign"), made("div", "topic", made("h2", "", title), this.text),
      this.proof, this.again);
    this.enable(false);
    document.getElementById("steps")?.append(this.row);
  }

  /** @param {boolean} isEnabled */
  enable(isEnabled) {
    this.again.disabled = !isEnabled;
  }

  ask() {
    this.row.className = "step ask";
    this.proof.replaceChildren();
  }

  /** @param {string} text @param {...Node} proof */
  done(text, ...proof) {
    this.row.className = "step done";
    this.text.textContent = text;
    this.proof.replaceChildren(...proof);
  }

  /** @param {string} text */
  stop(text) {
    this.row.className = "step stopped";
    this.text.textContent = text;
  }
}

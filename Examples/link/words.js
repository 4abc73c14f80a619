"use strict";

/** Functions that return texts for values. */
const linkWords = (() => {
  /**
   * Returns a value as JavaScript source. Long texts are shortened, and signatures are masked.
   * @param {any} value
   * @param {string} [name] the field that holds it
   * @returns {string}
   */
  function written(value, name = "") {
    if (typeof value === "string") return JSON.stringify(shown(value, name));
    if (typeof value !== "object" || value === null) return String(value);
    if (Array.isArray(value)) return `[${value.map((item) => written(item)).join(", ")}]`;
    const members = Object.entries(value).map(([field, member]) => `${field}: ${written(member, field)}`);
    return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
  }

  /**
   * @param {string} text
   * @param {string} name
   */
  function shown(text, name) {
    if (name === "signature") return `${text.slice(0, 6)}••••`;
    return name === "url" ? text : short(text);
  }

  /**
   * Shortens an address, an id or a hash: removes the prefix before a colon, and the middle. Does not change a text
   * with white space or with at most 22 characters.
   * @param {string} text
   */
  function short(text) {
    if (text.length <= 22 || /\s/.test(text)) return text;
    const rest = text.slice(text.indexOf(":") + 1);
    return `${rest.slice(0, 4)}…${rest.slice(-4)}`;
  }

  /**
   * Returns a duration as text. A decimal is shown only for a short duration, and only if the browser's clock is finer
   * than a millisecond.
   * @param {number} milliseconds
   */
  function time(milliseconds) {
    if (milliseconds >= 9_950) return `${Math.round(milliseconds / 1000)} s`;
    if (milliseconds < 0.05) return "< 1 ms";
    const isCoarse = milliseconds >= 9.95 || Math.abs(milliseconds - Math.round(milliseconds)) < 0.01;
    return `${isCoarse ? Math.round(milliseconds) : milliseconds.toFixed(1)} ms`;
  }

  return { written, short, time };
})();

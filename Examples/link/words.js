"use strict";

/** Values in words. */
const linkWords = (() => {
  /**
   * A value as one would write it in a script: long ones shortened, signatures masked.
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
   * An address, an id or a hash with its middle left out, and without what stands before a colon; sentences stay whole.
   * @param {string} text
   */
  function short(text) {
    if (text.length <= 22 || /\s/.test(text)) return text;
    const rest = text.slice(text.indexOf(":") + 1);
    return `${rest.slice(0, 4)}…${rest.slice(-4)}`;
  }

  /**
   * Browsers coarsen their clock, some of them to whole milliseconds.
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

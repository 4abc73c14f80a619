"use strict";

/** Functions that return short texts for values. */
const gbgWords = (() => {
  /**
   * Returns a value as JavaScript source. An image is shortened, and a field whose name ends with `blob` is masked.
   * @param {any} value
   * @param {string} [name] the field that holds it
   * @returns {string}
   */
  function written(value, name = "") {
    if (name === "imageData" && typeof value === "string") return `"${value.slice(0, 8)}…" /* ${size(value)} */`;
    if (/blob$/i.test(name)) return '"••••"';
    if (typeof value === "string") return JSON.stringify(value);
    if (typeof value !== "object" || value === null) return String(value);
    if (Array.isArray(value)) return `[${value.map((item) => written(item)).join(", ")}]`;
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    const texts = members.map(([field, member]) => {
      const isPlain = /^[A-Za-z_$][\w$]*$/.test(field);
      return `${isPlain ? field : JSON.stringify(field)}: ${written(member, field)}`;
    });
    return texts.length === 0 ? "{}" : `{ ${texts.join(", ")} }`;
  }

  /**
   * Returns the size of a file as text, such as `12 kB`.
   * @param {string} base64
   */
  function size(base64) {
    return `${Math.max(1, Math.round((base64.length * 3) / 4 / 1000))} kB`;
  }

  /**
   * Returns a duration as text, without decimals, because some browsers round their clock to whole milliseconds.
   * @param {number} milliseconds
   */
  function time(milliseconds) {
    if (milliseconds >= 9_950) return `${Math.round(milliseconds / 1000)} s`;
    return milliseconds < 0.5 ? "< 1 ms" : `${Math.round(milliseconds)} ms`;
  }

  return { written, size, time };
})();

"use strict";

/** Values in words, short enough to be read in passing. */
const gbgWords = (() => {
  /**
   * A value as one would write it in a script; files are too long for that.
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
   * How large a file is, from its base64.
   * @param {string} base64
   */
  function size(base64) {
    return `${Math.max(1, Math.round((base64.length * 3) / 4 / 1000))} kB`;
  }

  /**
   * Browsers coarsen their clock, some of them to whole milliseconds.
   * @param {number} milliseconds
   */
  function time(milliseconds) {
    if (milliseconds >= 9_950) return `${Math.round(milliseconds / 1000)} s`;
    return milliseconds < 0.5 ? "< 1 ms" : `${Math.round(milliseconds)} ms`;
  }

  return { written, size, time };
})();

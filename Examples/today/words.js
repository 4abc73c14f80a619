"use strict";

/**
 * Returns a value as JavaScript source. Everything that may be a secret is masked.
 * @param {any} value
 * @param {string} [name] the field that holds it
 * @returns {string}
 */
function written(value, name = "") {
  if (typeof value === "string") return JSON.stringify(isSecret(name, value) ? masked(value) : value);
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map((item) => written(item)).join(", ")}]`;
  const members = Object.entries(value).map(([field, member]) => {
    const isPlain = /^[A-Za-z_$][\w$]*$/.test(field);
    return `${isPlain ? field : JSON.stringify(field)}: ${written(member, field)}`;
  });
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/** @param {string} name @param {string} value */
function isSecret(name, value) {
  return /auth|token|cookie|secret|key|session/i.test(name) || /^(bearer|basic)\s/i.test(value);
}

/**
 * Returns the first characters of a secret. They are enough to see whether two secrets are different.
 * @param {string} value
 */
function masked(value) {
  const [, scheme = "", secret = ""] = /^(\S+\s+)?(.*)$/s.exec(value) ?? [];
  return `${scheme}${secret.slice(0, Math.min(5, secret.length / 3))}••••`;
}

/**
 * Returns a duration as text. A decimal is shown only for a short duration, and only if the browser's clock is finer
 * than a millisecond.
 * @param {number} milliseconds
 */
function asTime(milliseconds) {
  if (milliseconds < 0.05) return "< 1 ms";
  const isCoarse = milliseconds >= 9.95 || Math.abs(milliseconds - Math.round(milliseconds)) < 0.01;
  return `${isCoarse ? Math.round(milliseconds) : milliseconds.toFixed(1)} ms`;
}

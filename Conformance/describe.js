"use strict";

/**
 * Describes a value for a result's detail. Leaves out the content of strings, because they may be secrets.
 * @param {any} value
 * @returns {string}
 */
function describeShape(value) {
  if (typeof value === "string") return value === "" ? "an empty string" : `a string of ${value.length} characters`;
  if (typeof value === "function") return "a function";
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return `an array of ${value.length}`;
  const keys = Object.keys(value);
  const shown = keys.slice(0, 4).map((key) => {
    const member = value[key];
    return `${key}: ${member === null ? "null" : typeof member === "boolean" ? member : typeof member}`;
  });
  if (keys.length > shown.length) shown.push("…");
  return keys.length === 0 ? "{}" : `{ ${shown.join(", ")} }`;
}

/**
 * Returns whether a value is an object and not an array.
 * @param {any} value
 */
function isPlainObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Describes the outcome of a message.
 * @param {ConformanceOutcome} outcome
 */
function describeOutcome({ kind, value }) {
  switch (kind) {
    case "resolved": return `resolved ${describeShape(value)}`;
    case "rejected": return `rejected with ${describeError(value)}`;
    case "threw": return `postMessage threw ${describeError(value)}`;
    case "no promise": return `postMessage gave ${describeShape(value)} instead of a promise`;
    case "no answer": return `got no answer within ${conformance.limit / 1000} s`;
  }
}

/** @param {any} error */
function describeError(error) {
  if (!(error instanceof Error)) return describeShape(error);
  const text = error.message.length > 100 ? `${error.message.slice(0, 100)}…` : error.message;
  return `${error.name}: ${text || "(no message)"}`;
}

/**
 * Throws an error with up to three different faults and their total number. Does nothing if there are none.
 * @param {string[]} faults
 */
function failOn(faults) {
  const shown = [...new Set(faults)].slice(0, 3);
  if (faults.length > shown.length) shown.push(`${faults.length} faults in all`);
  if (faults.length > 0) throw new Error(shown.join("; "));
}

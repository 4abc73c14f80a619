"use strict";

/** The checks of calls that must be rejected. */
const onsideErrors = (() => {
  /**
   * The bridge errors that were received so far.
   * @type {Set<any>}
   */
  const seen = new Set();

  /**
   * Returns a fault unless an outcome is a domain error of one of these cases.
   * @param {string} label
   * @param {ConformanceOutcome} outcome
   * @param {...string} cases
   * @returns {string[]}
   */
  function domainFaults(label, outcome, ...cases) {
    if (outcome.kind !== "rejected") return [`${label} ${describeOnsideOutcome(outcome)}, not ${cases.join(" or ")}`];
    return caseFaults(label, outcome.value, ...cases);
  }

  /**
   * Returns a fault unless a value is a domain error of one of these cases: `{ "<case>": {} }`.
   * @param {string} label
   * @param {any} error
   * @param {...string} cases
   * @returns {string[]}
   */
  function caseFaults(label, error, ...cases) {
    const isPlain = isPlainObject(error) && !(error instanceof Error);
    const [name, ...more] = isPlain ? Object.keys(error) : [];
    const isEmpty = isPlain && isPlainObject(error[name]) && Object.keys(error[name]).length === 0;
    if (isEmpty && more.length === 0 && cases.includes(name)) return [];
    const found = error instanceof Error ? `the bridge error ${/** @type {any} */ (error).code}` : describeShape(error);
    return [`${label}: ${found}, not { ${cases.join(" or ")}: {} }`];
  }

  /**
   * Returns a fault unless an outcome is a bridge error with this code.
   * @param {string} label
   * @param {ConformanceOutcome} outcome
   * @param {BridgeErrorCode} code
   * @returns {string[]}
   */
  function bridgeFaults(label, outcome, code) {
    const { kind, value } = outcome;
    if (kind === "rejected" && value instanceof Error) seen.add(value);
    const isRight = kind === "rejected" && value instanceof Error && /** @type {any} */ (value).code === code;
    return isRight ? [] : [`${label} ${describeOnsideOutcome(outcome)}, not with ${code}`];
  }

  return { seen, domainFaults, caseFaults, bridgeFaults };
})();

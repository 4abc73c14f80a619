"use strict";

/** The runner of the conformance suites. It handles rules, timeouts and results, for any protocol. */
const conformance = (() => {
  const query = new URLSearchParams(location.search);

  /** The timeout for an answer, in milliseconds. The option `?limit=` sets it in seconds. */
  const limit = (Number(query.get("limit")) || 5) * 1000;

  /** @type {ConformanceRule[]} */
  const rules = [];

  /** The reason why a check neither passes nor fails. */
  class Skip extends Error {}

  /**
   * Ends a check as skipped.
   * @param {string} reason
   * @returns {never}
   */
  function skip(reason) {
    throw new Skip(reason);
  }

  /**
   * Returns an option from the query of the page's URL.
   * @param {string} name
   */
  function option(name) {
    return query.get(name) ?? undefined;
  }

  /**
   * Adds rules, in the order of their numbers.
   * @param {...ConformanceRule} added
   */
  function add(...added) {
    rules.push(...added);
  }

  /**
   * Sends a message and waits until it settles or the timeout passes. Counts all settlements for as long as the page
   * lives, because a channel's promise may not be a native one and may settle twice.
   * @param {() => any} send
   * @returns {Promise<ConformanceOutcome>}
   */
  function outcome(send) {
    /** @type {ConformanceOutcome} */
    const outcome = { kind: "no answer", settlements: 0 };
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(outcome), limit);
      /** @param {ConformanceOutcome["kind"]} kind @returns {(value: any) => void} */
      const end = (kind) => (value) => {
        outcome.settlements += 1;
        if (outcome.settlements > 1) return;
        clearTimeout(timer);
        Object.assign(outcome, { kind, value });
        resolve(outcome);
      };
      try {
        const promise = send();
        if (typeof promise?.then !== "function") return end("no promise")(promise);
        promise.then(end("resolved"), end("rejected"));
      } catch (error) {
        end("threw")(error);
      }
    });
  }

  /** @param {ConformanceRule} rule @returns {Promise<[ConformanceStatus, string]>} */
  async function verdict(rule) {
    // This time is enough for several messages, one after the other. Each message has its own, shorter timeout.
    const whole = limit * 4;
    /** @type {number | undefined} */
    let timer;
    const tooLong = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`the check did not end within ${whole / 1000} s`)), whole);
    });
    try {
      return ["pass", String(await Promise.race([rule.check(), tooLong]))];
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      return [error instanceof Skip ? "skip" : "fail", detail];
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Checks all rules, one after the other.
   * @param {string} protocol
   * @param {(report: ConformanceReport, rules: ConformanceRule[]) => void} show called after each result
   */
  async function run(protocol, show) {
    const report = window.__conformance;
    let closed = "";
    show(report, rules);
    for (const rule of rules) {
      const start = performance.now();
      /** @type {[ConformanceStatus, string]} */
      const [status, detail] = closed ? ["skip", `not checked, because rule ${closed} failed`] : await verdict(rule);
      const elapsed = performance.now() - start;
      const milliseconds = elapsed < 10 ? Math.round(elapsed * 10) / 10 : Math.round(elapsed);
      const { number, mark } = rule;
      const section = number.slice(protocol.length + 1, number.lastIndexOf("."));
      report.results.push({ number, section, mark, rule: rule.rule, status, detail, milliseconds });
      report[status === "pass" ? "passed" : status === "fail" ? "failed" : "skipped"] += 1;
      if (status === "fail" && rule.gate) closed = number;
      show(report, rules);
    }
    report.done = true;
    show(report, rules);
    return report;
  }

  /**
   * Starts a suite once the page has loaded. The result is `window.__conformance`.
   * @param {string} protocol
   * @param {(report: ConformanceReport, rules: ConformanceRule[]) => void} show
   */
  function start(protocol, show) {
    window.__conformance = { protocol, done: false, passed: 0, failed: 0, skipped: 0, results: [] };
    const loaded = new Promise((resolve) => {
      if (document.readyState === "complete") resolve(undefined);
      else addEventListener("load", () => resolve(undefined), { once: true });
    });
    window.__conformanceDone = loaded.then(() => run(protocol, show));
  }

  return { limit, option, skip, add, outcome, start };
})();

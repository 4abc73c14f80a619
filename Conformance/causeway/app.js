"use strict";

/** The bridge, the app that serves the suite's contract, and the functions that several rules use. */
const own = (() => {
  const bridge = /** @type {Causeway} */ (window.causeway);
  const app = /** @type {import("./contract").Conformance} */ (bridge?.connect?.());
  const isTrusted = conformance.option("trusted") !== "no";
  let names = 0;

  /**
   * Returns a rule that is skipped if the app does not trust the page.
   * @param {string} number @param {string} rule @param {() => string | Promise<string>} check
   * @returns {ConformanceRule}
   */
  const rule = (number, rule, check) => ({
    number,
    mark: "causeway",
    rule,
    check: () => (isTrusted ? check() : conformance.skip("the suite was opened with ?trusted=no")),
  });

  /** Returns a name that no other rule, and no earlier page, has used. */
  const name = () => `${performance.timeOrigin}-${(names += 1)}`;

  /**
   * Fails unless a value has the expected JSON text.
   * @param {any} value @param {any} expected @param {string} [what]
   */
  function expect(value, expected, what = "the answer") {
    const [found, wanted] = [JSON.stringify(value), JSON.stringify(expected)];
    if (found === wanted) return;
    const short = (/** @type {string | undefined} */ text) => (text && text.length > 80 ? `${text.slice(0, 80)}…` : text);
    throw new Error(`${what} is ${short(found)}, not ${short(wanted)}`);
  }

  /**
   * Returns the error with which a promise rejects, or that the function throws. Fails if there is none.
   * @param {string} label @param {() => any} send @returns {Promise<any>}
   */
  async function failure(label, send) {
    const outcome = await conformance.outcome(async () => send());
    if (outcome.kind !== "rejected") throw new Error(`${label}: ${describeOutcome(outcome)}, not an error`);
    return outcome.value;
  }

  /**
   * Fails unless each function fails with an error that has this code.
   * @param {string} code @param {{ [label: string]: () => any }} calls
   */
  async function expectCode(code, calls) {
    const labels = Object.keys(calls);
    const errors = await Promise.all(labels.map((label) => failure(label, calls[label])));
    failOn(errors.flatMap((error, place) => {
      const isRight = error instanceof Error && error.name === "CausewayError" && /** @type {any} */ (error).code === code;
      return isRight ? [] : [`${labels[place]}: ${error?.code ?? describeError(error)}, not ${code}`];
    }));
    return `${code}: ${labels.join(", ")}`;
  }

  /**
   * Reads a stream to its end, or until it has yielded `most` values.
   * @template Value
   * @param {AsyncIterable<Value>} stream @param {number} [most]
   */
  async function read(stream, most = Infinity) {
    /** @type {Value[]} */
    const values = [];
    for await (const value of stream) {
      values.push(value);
      if (values.length === most) break;
    }
    return values;
  }

  /**
   * Returns bytes. The value of each byte is its position modulo 251.
   * @param {number} count @param {number} [start]
   */
  const pattern = (count, start = 0) => Uint8Array.from({ length: count }, (_, index) => (start + index) % 251);

  /**
   * Fails unless a buffer has the bytes of `pattern`.
   * @param {ArrayBuffer} buffer @param {number} count @param {number} [start]
   */
  function expectPattern(buffer, count, start = 0) {
    if (!(buffer instanceof ArrayBuffer)) throw new Error(`${describeShape(buffer)}, not an ArrayBuffer`);
    const bytes = new Uint8Array(buffer);
    if (bytes.length !== count) throw new Error(`${bytes.length} bytes, not ${count}`);
    const wrong = bytes.findIndex((byte, index) => byte !== (start + index) % 251);
    if (wrong >= 0) throw new Error(`byte ${wrong} is ${bytes[wrong]}`);
  }

  /** A value that fits `types.echo`. */
  const sample = {
    flag: true, byte: 255, whole: 2 ** 53 - 1, number: -0.5, text: "é😀", list: [1, -2], map: { a: true, b: false },
    mood: /** @type {"calm" | "merry"} */ ("merry"), shape: { circle: { radius: 1.5 } },
    nested: { topic: "t", number: -1 },
  };

  return {
    bridge, app, isTrusted, rule, name, expect, failure, expectCode, read, pattern, expectPattern, sample,
  };
})();

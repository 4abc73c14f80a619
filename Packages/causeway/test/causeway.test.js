import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import causeway, { CausewayUnavailableError } from "causeway";
import { AppError, mockCauseway } from "causeway/testing";

/** @type {ReturnType<typeof mockCauseway> | undefined} */
let mock;
/** @param {{ [name: string]: (...values: any[]) => any }} [functions] @param {object} [options] */
const install = (functions, options = {}) => (mock = mockCauseway(functions, options));
const globals = Object.getOwnPropertyNames(globalThis).length;

afterEach(() => {
  mock?.remove();
  mock = undefined;
  assert.equal(Object.getOwnPropertyNames(globalThis).length, globals, "a mock leaves no global behind");
});

/** @param {AsyncIterable<any>} values */
async function all(values) {
  const list = [];
  for await (const value of values) list.push(value);
  return list;
}

describe("outside of an app", () => {
  test("isAvailable is false, and calls reject", async () => {
    assert.equal(causeway.isAvailable, false);
    await assert.rejects(causeway.call("share"), CausewayUnavailableError);
    assert.throws(() => causeway.send("opened"), CausewayUnavailableError);
    assert.throws(() => causeway.on("theme", () => {}), /isAvailable/);
  });
});

describe("calls", () => {
  test("a call resolves with the function's result, and is recorded", async () => {
    const { calls } = install({ share: async ({ text }) => `${text}!` });
    assert.equal(causeway.isAvailable, true);
    assert.equal(await causeway.call("share", { text: "Hello" }), "Hello!");
    assert.deepEqual(calls, [{ name: "share", parameters: { text: "Hello" } }]);
  });

  test("parameters and results are copies through JSON, as in an app", async () => {
    const parameters = { date: new Date(0), nothing: undefined };
    install({ echo: (/** @type {any} */ value) => value, none: () => {} });
    assert.deepEqual(await causeway.call("echo", parameters), { date: "1970-01-01T00:00:00.000Z" });
    assert.equal(await causeway.call("none"), undefined);
  });

  test("an unknown function rejects with UNKNOWN_CAPABILITY", async () => {
    install();
    await assert.rejects(causeway.call("toString"), { name: "CausewayError", code: "UNKNOWN_CAPABILITY" });
  });

  test("an error with a code reaches the page, and the text of any other error does not", async () => {
    install({
      known: () => { throw new AppError("NOT_SIGNED_IN", "Sign in first."); },
      secret: () => { throw new Error("the password is 1234"); },
    });
    await assert.rejects(causeway.call("known"), { code: "NOT_SIGNED_IN", message: "Sign in first." });
    await assert.rejects(causeway.call("secret"), (/** @type {any} */ error) => {
      assert.equal(error.code, "FAILED");
      assert.doesNotMatch(error.message, /1234/);
      return true;
    });
  });

  test("aborting rejects with the signal's reason, and aborts the function's signal", async () => {
    /** @type {(signal: AbortSignal) => void} */
    let take = () => {};
    const taken = new Promise((resolve) => (take = resolve));
    install({ wait: (_, { signal }) => { take(signal); return new Promise(() => {}); } });
    const controller = new AbortController();
    const call = causeway.call("wait", undefined, { signal: controller.signal });
    const signal = await taken;
    controller.abort(new Error("enough"));
    await assert.rejects(call, /enough/);
    await new Promise((resolve) => (signal.aborted ? resolve(undefined) : signal.addEventListener("abort", resolve)));
  });

  test("bytes travel in both directions", async () => {
    install({ reverse: (_, { bytes }) => new Uint8Array(bytes).reverse() });
    const answer = await causeway.call("reverse", undefined, { bytes: new Uint8Array([1, 2, 3]) });
    assert.deepEqual([...new Uint8Array(answer)], [3, 2, 1]);
  });

  test("closing the bridge rejects open and later calls", async () => {
    const { close } = install({ wait: () => new Promise(() => {}) });
    const call = causeway.call("wait");
    await Promise.resolve();
    close();
    await assert.rejects(call, /closed/);
    await assert.rejects(causeway.call("wait"), /closed/);
  });
});

describe("contracts, progress and keys", () => {
  const contract = {
    causeway: 1, name: "Shop",
    members: [
      {
        name: "report.save", caller: "page", form: "call", parameters: { type: "string" }, result: { type: "integer" },
        errors: ["NotSignedIn"],
      },
      { name: "theme", caller: "app", form: "event", parameters: { type: "string" } },
    ],
    errors: [{ name: "NotSignedIn", code: "NOT_SIGNED_IN" }],
  };

  test("connect has the functions, the events and the errors of the contract", async () => {
    const { functions, send } = install({ "report.save": (/** @type {string} */ text) => text.length }, { contract });
    const shop = causeway.connect();
    assert.equal(causeway.offers("report.save"), true);
    assert.equal(await shop.report.save("June"), 4);
    await assert.rejects(shop.report.save(7), TypeError);
    functions["report.save"] = () => { throw new AppError("NOT_SIGNED_IN", "Sign in first."); };
    await assert.rejects(shop.report.save("June"), shop.errors.NotSignedIn);
    const seen = new Promise((resolve) => shop.on.theme(resolve));
    send("theme", "dark");
    assert.equal(await seen, "dark");
  });

  test("progress reaches the page and the app", async () => {
    const { call } = install({ save: (_, { report }) => { report(0.5); return 1; } });
    /** @type {any[]} */
    const seen = [];
    await causeway.call("save", undefined, { onProgress: (/** @type {any} */ value) => seen.push(value) });
    causeway.handle("render", (_, { report }) => { report(0.25); return "done"; });
    assert.equal(await call("render", undefined, { onProgress: (/** @type {any} */ value) => seen.push(value) }), "done");
    assert.deepEqual(seen, [0.5, 0.25]);
  });

  test("a call with a key runs once, and the page can request its outcome", async () => {
    const { calls } = install({ pay: () => "paid" });
    await assert.rejects(causeway.resume("1"), { code: "UNKNOWN_KEY" });
    assert.equal(await causeway.call("pay", 4, { key: "1" }), "paid");
    assert.equal(await causeway.call("pay", 4, { key: "1" }), "paid");
    assert.equal(await causeway.resume("1"), "paid");
    assert.equal(calls.length, 1);
  });

  test("a long text arrives unchanged", async () => {
    install({ length: (/** @type {string} */ text) => [text.length, text.endsWith('\n"end')] });
    const text = `${"line\n".repeat(500_000)}\n"end`;
    assert.deepEqual(await causeway.call("length", text), [text.length, true]);
  });
});

describe("events and calls of the app", () => {
  test("events from before the first listener are kept", async () => {
    const { send } = install({ flush: () => {} });
    send("theme", { name: "dark" });
    // The answer arrives after the event, so the page has the event as soon as it has the answer.
    await causeway.call("flush");
    const seen = new Promise((resolve) => causeway.on("theme", resolve));
    assert.deepEqual(await seen, { name: "dark" });
  });

  test("an event of the page is recorded, and runs the function with its name", async () => {
    /** @type {(data: any) => void} */
    let take = () => {};
    const taken = new Promise((resolve) => (take = resolve));
    const { events } = install({ opened: (data) => take(data) });
    causeway.send("opened", 7);
    assert.equal(await taken, 7);
    assert.deepEqual(events, [{ name: "opened", data: 7 }]);
  });

  test("a handler of the page answers the app, and its error arrives as text", async () => {
    const { call } = install();
    causeway.handle("title", ({ length }) => "A long title".slice(0, length));
    causeway.handle("fail", () => { throw new Error("no title"); });
    assert.equal(await call("title", { length: 6 }), "A long");
    await assert.rejects(call("fail"), /no title/);
    await assert.rejects(call("missing"), /no handler named "missing"/);
  });
});

describe("streams", () => {
  test("a stream yields the function's values, and an early end closes the source", async () => {
    let isClosed = () => {};
    const closed = new Promise((resolve) => (isClosed = () => resolve(undefined)));
    install({
      count: async function* (limit) {
        try {
          for (let number = 0; number < limit; number += 1) yield number;
        } finally {
          isClosed();
        }
      },
    });
    assert.deepEqual(await all(causeway.stream("count", 3)), [0, 1, 2]);
    for await (const number of causeway.stream("count", 1e9)) if (number === 5) break;
    await closed;
  });

  test("a page that reads slowly slows the function down", async () => {
    let sent = 0;
    install({ texts: async function* () { for (;;) { sent += 1; yield "x".repeat(1 << 16); } } });
    for await (const text of causeway.stream("texts")) {
      assert.equal(text.length, 1 << 16);
      break;
    }
    assert.ok(sent <= 70, `${sent} values of 64 KiB are more than the credit of 4 MiB allows`);
  });

  test("an error of the function rejects after the values before it", async () => {
    install({ one: async function* () { yield 1; throw new AppError("BROKEN", "It broke."); } });
    const stream = causeway.stream("one");
    assert.deepEqual(await stream.next(), { value: 1, done: false });
    await assert.rejects(stream.next(), { code: "BROKEN" });
  });

  test("an upload sends values and bytes, and resolves with the function's result", async () => {
    install({
      sum: async (_, values) => (await all(values)).reduce((sum, value) => sum + value, 0),
      size: async (_, pieces) => (await all(pieces)).reduce((sum, piece) => sum + piece.byteLength, 0),
    });
    assert.equal(await causeway.upload("sum", null, [1, 2, 3]), 6);
    assert.equal(await causeway.upload("size", null, new Blob(["x".repeat(3 << 20)])), 3 << 20);
  });

  test("a function that returns early closes the page's source", async () => {
    let isClosed = () => {};
    const closed = new Promise((resolve) => (isClosed = () => resolve(undefined)));
    install({ first: async (_, values) => { for await (const value of values) return value; } });
    async function* source() {
      try {
        for (;;) yield "a".repeat(1 << 16);
      } finally {
        isClosed();
      }
    }
    assert.equal((await causeway.upload("first", null, source())).length, 1 << 16);
    await closed;
  });

  test("the app reads a stream of the page, and can stop early", async () => {
    const { stream } = install();
    let isClosed = () => {};
    const closed = new Promise((resolve) => (isClosed = () => resolve(undefined)));
    causeway.handle("scores", async function* () {
      try {
        for (let score = 0; ; score += 1) yield score;
      } finally {
        isClosed();
      }
    });
    const scores = [];
    for await (const score of stream("scores")) {
      scores.push(score);
      if (scores.length === 3) break;
    }
    assert.deepEqual(scores, [0, 1, 2]);
    await closed;
  });
});

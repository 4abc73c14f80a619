import script from "./scripts/causeway.js";
import { makeApp, Rejection } from "./app.js";
import { installPage } from "./page.js";

/**
 * Installs `window.causeway`. Functions of the test answer the page.
 * @param {{ [name: string]: (...values: any[]) => any }} [functions] the app's capabilities, by name
 * @param {{ contract?: any }} [options] the app's contract, for `causeway.connect()`
 */
export function mockCauseway(functions = {}, options = {}) {
  const contract = options.contract ?? { causeway: 1, name: "App", members: [] };
  /** @type {{ name: string, parameters: any }[]} */
  const calls = [];
  /** @type {{ name: string, data: any }[]} */
  const events = [];
  /** The outcomes of calls with keys. @type {Map<string, Promise<any>>} */
  const outcomes = new Map();

  /** @param {any} body @param {any} call */
  async function run({ name, parameters, progress }, call) {
    calls.push({ name, parameters });
    if (!Object.hasOwn(functions, name)) throw new Rejection(unknown(name));
    const report = (/** @type {any} */ value) => {
      if (progress !== undefined) app.send("causeway", { progress, value });
    };
    const context = { signal: call.signal, bytes: call.bytes, report };
    return call.values ? functions[name](parameters, call.values, context) : functions[name](parameters, context);
  }

  const app = makeApp({
    causeway: {
      refusal: failure,
      request(body, call) {
        if (body.resume !== undefined) return outcomes.get(body.resume) ?? Promise.reject(new Rejection(unknownKey));
        if (body.key === undefined) return run(body, call);
        const outcome = outcomes.get(body.key) ?? run(body, call);
        outcomes.set(body.key, outcome);
        return outcome;
      },
      message({ event, data }) {
        events.push({ name: event, data });
        if (!Object.hasOwn(functions, event)) return;
        // An event has no answer, so the page does not receive the error.
        Promise.resolve(functions[event](data, { signal: new AbortController().signal })).catch((error) => console.warn(error));
      },
    },
  });
  const page = installPage(script, app.connect, JSON.stringify(contract));
  return {
    calls,
    events,
    functions,
    /** @param {string} event @param {any} [data] */
    send: (event, data) => app.send("causeway", { event, data }),
    /** @param {string} name @param {any} [parameters] @param {{ onProgress?: (value: any) => void }} [options] */
    call: (name, parameters, options) => app.call("causeway", { name, parameters }, options?.onProgress),
    /** @param {string} name @param {any} [parameters] */
    stream: (name, parameters) => app.stream("causeway", { name, parameters }),
    close: () => app.close("The app has closed the bridge."),
    remove() {
      app.close("The mock was removed.");
      page.remove();
    },
  };
}

/** @param {string} name */
const unknown = (name) => ({ code: "UNKNOWN_CAPABILITY", message: `This app does not offer "${name}".` });
const unknownKey = {
  code: "UNKNOWN_KEY", message: "No call with this key has arrived, or its outcome is no longer kept.",
};

/** @param {any} error */
function failure(error) {
  if (typeof error?.code !== "string") {
    return { code: "FAILED", message: "The app could not complete the request." };
  }
  return { code: error.code, message: error.message, ...(error.details === undefined ? {} : { details: error.details }) };
}

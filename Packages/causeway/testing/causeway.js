import script from "./scripts/causeway.js";
import { makeApp, Rejection } from "./app.js";
import { installPage } from "./page.js";

/** An error with a code, as an app sends it with a `PageFacingError`. */
export class AppError extends Error {
  /** @param {string} code @param {string} message @param {any} [details] */
  constructor(code, message, details) {
    super(message);
    this.name = "AppError";
    this.code = code;
    this.details = details;
  }
}

/**
 * Installs `window.causeway`, answered by functions of the test.
 * @param {{ [name: string]: (...values: any[]) => any }} [functions] the app's capabilities, by name
 */
export function mockCauseway(functions = {}) {
  /** @type {{ name: string, parameters: any }[]} */
  const calls = [];
  /** @type {{ name: string, data: any }[]} */
  const events = [];
  const app = makeApp({
    causeway: {
      refusal: failure,
      async request(body, call) {
        const { name, parameters } = body;
        calls.push({ name, parameters });
        if (!Object.hasOwn(functions, name)) {
          throw new Rejection({ code: "UNKNOWN_CAPABILITY", message: `This app does not offer "${name}".` });
        }
        const context = { signal: call.signal, bytes: call.bytes };
        return call.values ? functions[name](parameters, call.values, context) : functions[name](parameters, context);
      },
      message({ event, data }) {
        events.push({ name: event, data });
        if (!Object.hasOwn(functions, event)) return;
        // An event has no answer, so the page does not learn of an error.
        Promise.resolve(functions[event](data, { signal: new AbortController().signal })).catch((error) => console.warn(error));
      },
    },
  });
  const page = installPage(script, app.connect);
  return {
    calls,
    events,
    functions,
    /** @param {string} event @param {any} [data] */
    send: (event, data) => app.send("causeway", { event, data }),
    /** @param {string} name @param {any} [parameters] */
    call: (name, parameters) => app.call("causeway", { name, parameters }),
    /** @param {string} name @param {any} [parameters] */
    stream: (name, parameters) => app.stream("causeway", { name, parameters }),
    close: () => app.close("The app has closed the bridge."),
    remove() {
      app.close("The mock was removed.");
      page.remove();
    },
  };
}

/** @param {any} error */
function failure(error) {
  if (typeof error?.code !== "string") {
    return { code: "FAILED", message: "The app could not complete the request." };
  }
  return { code: error.code, message: error.message, ...(error.details === undefined ? {} : { details: error.details }) };
}

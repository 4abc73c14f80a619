import ios from "./scripts/gbg-ios.js";
import android from "./scripts/gbg-android.js";
import { makeApp } from "./app.js";
import { installPage } from "./page.js";

const scripts = { ios, android };
const recoverable = ["PERMISSION_DENIED", "CANCELLED", "TIMEOUT", "BUSY"];

/** A response other than success, which a function of the test throws. */
export class GBGRefusal extends Error {
  /** @param {string} code a code of the protocol, such as `CANCELLED` @param {string} message */
  constructor(code, message) {
    super(message);
    this.name = "GBGRefusal";
    this.code = code;
  }
}

/**
 * Installs the page's side of GBGBridge. Functions of the test answer the page.
 * @param {{ [action: string]: (data: any, context: { acknowledge: (data?: any) => void }) => any }} [functions] the app's
 * answers to requests, by action; each returns the `data` of the response
 * @param {{ platform?: "ios" | "android" }} [options]
 */
export function mockGBG(functions = {}, options = {}) {
  const platform = options.platform ?? "ios";
  /** @type {any[]} */
  const messages = [];
  let number = 0;

  /** @param {string} type @param {string} correlationId @param {any} payload */
  const send = (type, correlationId, payload) =>
    app.send("gbg", { message: { version: "1.0", type, correlationId, timestamp: Date.now(), payload } });

  /** @param {any} body */
  async function receive(body) {
    const message = typeof body === "string" ? JSON.parse(body) : body;
    messages.push(message);
    if (message.type !== "request") return;
    const { correlationId, payload: { action, data } } = message;
    const respond = (/** @type {any} */ answer) => send("response", correlationId, { action, ...answer });
    if (!Object.hasOwn(functions, action)) return respond(refusal("UNSUPPORTED", `This app does not support "${action}".`));
    try {
      const context = { acknowledge: (/** @type {any} */ data) => respond({ status: "acknowledged", data }) };
      respond({ status: "success", data: await functions[action](data, context) });
    } catch (error) {
      const isRefusal = error instanceof GBGRefusal;
      respond(isRefusal ? refusal(error.code, error.message) : refusal("INTERNAL_ERROR", "The app could not complete the request."));
    }
  }

  const app = makeApp({ gbg: { request: receive, message: (body) => void receive(body) } });
  const page = installPage(scripts[platform], app.connect);
  return {
    messages,
    functions,
    /**
     * Sends an event of the app.
     * @param {string} action @param {any} [data]
     */
    send: (action, data = {}) => send("event", `${platform}-event-${++number}`, { action, data }),
    remove() {
      app.close("The mock was removed.");
      page.remove();
    },
  };
}

/** @param {string} code @param {string} message */
function refusal(code, message) {
  const status = code === "CANCELLED" ? "cancelled" : code === "UNSUPPORTED" ? "unsupported" : "error";
  return { status, error: { code, message, recoverable: recoverable.includes(code) } };
}

import ios from "./scripts/link-ios.js";
import android from "./scripts/link-android.js";
import { makeApp, Rejection } from "./app.js";
import { installPage } from "./page.js";

const scripts = { ios, android };

/** An error of the wallet, which a function of the test throws. */
export class LinkRefusal extends Error {
  /** @param {string} type a type of the protocol, such as `CANCELED` @param {string} description @param {any} [data] */
  constructor(type, description, data) {
    super(description);
    this.name = "LinkRefusal";
    this.type = type;
    this.data = data;
  }
}

/**
 * Installs the page's side of Bitcoin.com Link. Functions of the test answer the page.
 * @param {{ [command: string]: (data: any) => any }} [functions] the wallet's answers, by command
 * @param {{ platform?: "ios" | "android" }} [options]
 */
export function mockLink(functions = {}, options = {}) {
  const platform = options.platform ?? "ios";
  /** @type {any[]} */
  const messages = [];
  const app = makeApp({
    link: {
      async request(body) {
        const message = typeof body === "string" ? JSON.parse(body) : body;
        messages.push(message);
        const { messageId, command, data } = message;
        if (messageId === undefined) {
          throw new Rejection({ type: "MALFORMED_INPUT", description: 'The message has no "messageId".' });
        }
        if (!Object.hasOwn(functions, command)) {
          return { messageId, command, error: { type: "PROTOCOL_ERROR", description: "The wallet does not have this command." } };
        }
        try {
          return { messageId, command, data: await functions[command](data) };
        } catch (error) {
          return { messageId, command, error: refusal(error) };
        }
      },
    },
  });
  const page = installPage(scripts[platform], app.connect);
  return {
    messages,
    functions,
    remove() {
      app.close("The mock was removed.");
      page.remove();
    },
  };
}

/** @param {any} error */
function refusal(error) {
  if (!(error instanceof LinkRefusal)) {
    return { type: "CANCELED", description: "The wallet could not complete the request." };
  }
  const { type, message: description, data } = error;
  return { type, description, ...(data === undefined ? {} : { data }) };
}

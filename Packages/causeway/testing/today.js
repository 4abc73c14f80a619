import ios from "./scripts/today-ios.js";
import macos from "./scripts/today-macos.js";
import android from "./scripts/today-android.js";
import windows from "./scripts/today-windows.js";
import { today as capabilities } from "./tables.js";
import { makeApp, Rejection } from "./app.js";
import { installPage } from "./page.js";

const scripts = { ios, macos, android, windows };

/**
 * Installs the Today WebView Bridge of a platform. Functions of the test answer the page.
 * @param {{ [type: string]: (message: any) => any }} [functions] the app's capabilities, by the `type` of the message
 * @param {{ platform?: "ios" | "macos" | "android" | "windows" }} [options]
 */
export function mockToday(functions = {}, options = {}) {
  const platform = options.platform ?? "ios";
  /** @type {any[]} */
  const messages = [];

  /**
   * Returns the app's answer: the function's result, or the answer that the contract defines for a failure.
   * @param {any} message
   */
  async function answer(message) {
    const type = message?.type;
    messages.push(message);
    if (typeof type !== "string" || !Object.hasOwn(functions, type)) return undefined;
    try {
      return await functions[type](message);
    } catch (error) {
      const capability = capabilities[type];
      if (capability?.rejects) throw new Rejection(describe(error));
      return capability?.otherwise === undefined ? undefined : JSON.parse(capability.otherwise);
    }
  }

  /**
   * Answers a message that the shim for Android or Windows has sent as text.
   * @param {any} body
   */
  async function answerText(body) {
    const { id, ...message } = JSON.parse(body);
    try {
      app.send("today", { id, result: await answer(message) });
    } catch (error) {
      app.send("today", { id, error: /** @type {Rejection} */ (error).reason });
    }
  }

  const app = makeApp({ today: { request: answer, message: (body) => void answerText(body) } });
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

/**
 * Returns the text of a rejection, which is one readable sentence.
 * @param {any} error
 */
const describe = (error) => (error instanceof Error && error.message !== "" ? error.message : "Sign in again.");

import script from "./scripts/onside.js";
import { onside as contract } from "./tables.js";
import { makeApp, Rejection } from "./app.js";
import { installPage } from "./page.js";

/**
 * An error of Onside, which a function of the test throws. The page gets it as a plain object, such as `{
 * loginDiscarded: {} }`. A function can throw such an object too.
 */
export class OnsideError extends Error {
  /** @param {string | object} form the case, such as `loginDiscarded`, or the page's object, such as `{ loginDiscarded: {} }` */
  constructor(form) {
    const name = typeof form === "string" && form !== "" ? form : caseOf(form);
    if (name === undefined) {
      throw new TypeError(
        'OnsideError needs a case, such as "loginDiscarded", or an object with one case, such as { loginDiscarded: {} }.');
    }
    super(name);
    this.name = "OnsideError";
    this.case = name;
  }
}

/**
 * Returns the case of an error in the form of the page: the only key of a plain object with an object as its value.
 * Returns undefined for any other value.
 * @param {any} form @returns {string | undefined}
 */
function caseOf(form) {
  if (typeof form !== "object" || form === null || form instanceof Error) return undefined;
  const [name, ...others] = Object.keys(form);
  return others.length === 0 && typeof form[name] === "object" && form[name] !== null ? name : undefined;
}

/**
 * Installs `window.onside`. Functions of the test answer the page.
 * @param {{ [method: string]: (argument: any) => any }} [functions] the app's answers, by method of `window.onside`
 */
export function mockOnside(functions = {}) {
  /** @type {{ method: string, argument: any }[]} */
  const calls = [];

  /** @param {string} method @param {any} argument */
  async function run(method, argument) {
    calls.push({ method, argument });
    if (method === contract.initialize && argument !== contract.version) throw bridgeError("unsupportedVersion");
    if (Object.hasOwn(functions, method)) return functions[method](argument);
    if (method === contract.initialize || !isPromise(method)) return undefined;
    throw new Error(`The test has no function for onside.${method}: pass one to mockOnside.`);
  }

  const app = makeApp({
    onside: {
      async request({ method, early, argument }) {
        if (early !== undefined) throw bridgeError("notInitialized");
        try {
          return await run(method, argument);
        } catch (error) {
          if (error instanceof Rejection) throw error;
          const name = error instanceof OnsideError ? error.case : caseOf(error);
          if (name !== undefined) throw new Rejection({ error: { [name]: {} } });
          console.error(error);
          throw new Rejection({ error: { internalError: {} } });
        }
      },
      message({ method, argument }) {
        if (method === undefined) return; // not a call: the page reports which callbacks have handlers
        run(method, argument).catch((error) => console.error(error));
      },
    },
  });
  const page = installPage(script, app.connect);

  const mock = {
    calls,
    functions,
    /**
     * Calls a callback of the page, such as `onTransactionsUpdated`. Resolves when the page's handler has been called;
     * rejects if the page has no such handler.
     * @param {string} callback @param {any} [value]
     */
    async send(callback, value) {
      const { missed } = await app.call("onside", { events: [value === undefined ? [callback] : [callback, value]] });
      if (missed.length > 0) throw new Error(`The page has no handler for ${callback}: set onside.${callback} first.`);
    },
    /**
     * Calls the page's `shouldContinueTransaction`. Resolves with true if the page has no such handler.
     * @param {any} proposal `{ transaction, storefront }` @returns {Promise<boolean>}
     */
    ask: (proposal) => app.call("onside", { question: proposal }),
    close: () => app.close("The app has closed the bridge."),
    remove() {
      app.close("The mock was removed.");
      page.remove();
    },
  };
  return mock;
}

/** @param {string} code */
const bridgeError = (code) => new Rejection({ code });

/** @param {string} method */
const isPromise = (method) => contract.methods.find((/** @type {string[]} */ [name]) => name === method)?.[1].startsWith("ask") === true;

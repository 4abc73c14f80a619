/**
 * `window.causeway` as a module. In an app, every function calls the app's bridge. Outside of an app, `isAvailable` is
 * false, and calls reject with a `CausewayUnavailableError` instead of failing on a missing global.
 */

/** The reason why a call fails outside of an app. */
export class CausewayUnavailableError extends Error {
  constructor() {
    super("This page is not shown in an app that has a Causeway bridge. Check causeway.isAvailable before the call.");
    this.name = "CausewayUnavailableError";
  }
}

/** Returns the bridge. It is looked up for each use, because a test may install a mock after this module was loaded. */
const bridge = () => /** @type {any} */ (globalThis).causeway;

/** Returns the bridge. Throws a `CausewayUnavailableError` outside of an app. */
function present() {
  const found = bridge();
  if (!found) throw new CausewayUnavailableError();
  return found;
}

export const causeway = Object.freeze({
  get isAvailable() {
    return bridge() !== undefined;
  },
  get contract() {
    return present().contract;
  },
  /** @param {string} name */
  offers(name) {
    return present().offers(name);
  },
  connect() {
    return present().connect();
  },
  /** @param {string} name @param {any} [parameters] @param {any} [options] */
  async call(name, parameters, options) {
    return present().call(name, parameters, options);
  },
  /** @param {string} key @param {any} [options] */
  async resume(key, options) {
    return present().resume(key, options);
  },
  /** @param {string} name @param {any} [parameters] @param {any} [options] */
  stream(name, parameters, options) {
    return present().stream(name, parameters, options);
  },
  /** @param {string} name @param {any} parameters @param {any} source @param {any} [options] */
  async upload(name, parameters, source, options) {
    return present().upload(name, parameters, source, options);
  },
  /** @param {string} event @param {any} [data] */
  send(event, data) {
    present().send(event, data);
  },
  /** @param {string} name @param {(parameters: any, context: any) => any} handler */
  handle(name, handler) {
    present().handle(name, handler);
  },
  /** @param {string} event @param {(data: any) => void} listener @returns {() => void} */
  on(event, listener) {
    return present().on(event, listener);
  },
});

export default causeway;

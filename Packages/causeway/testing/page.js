import { channels } from "./tasks.js";

/**
 * Runs the page scripts of a protocol in the environment of a test: a browser, a simulated one such as jsdom, or plain
 * Node. The scripts are the ones that pages get in an app. What they define can be removed again.
 */

/** The number of mocks that are installed in an environment without `window`. */
let windowUsers = 0;

/**
 * @param {(scope: any) => void} script a module of the folder `scripts`
 * @param {(runtime: any) => any} connect the channel to the mock of the app
 * @param {string} [contract] the contract of an app's own bridge, as JSON text
 * @returns {{ remove: () => void }} removes what the script has defined
 */
export function installPage(script, connect, contract) {
  const real = /** @type {any} */ (globalThis);
  const lacksWindow = real.window === undefined || windowUsers > 0;
  if (lacksWindow && windowUsers++ === 0) real.window = real;
  /** @type {Map<PropertyKey, PropertyDescriptor | undefined>} */
  const replaced = new Map();
  /** @type {any} */
  const page = new Proxy(real, {
    get: (_, name) => (name === "top" || name === "window" ? page : real[name]),
    set: (_, name, value) => Reflect.set(real, name, value),
    defineProperty(_, name, descriptor) {
      if (!replaced.has(name)) replaced.set(name, Reflect.getOwnPropertyDescriptor(real, name));
      // Make every property configurable, so that the mock can be removed, and writable, so that a test can replace it.
      const isValue = "value" in descriptor;
      return Reflect.defineProperty(real, name, { ...descriptor, configurable: true, ...(isValue ? { writable: true } : {}) });
    },
  });
  // The scripts mark their document, and wait for its `load` event. With a separate document for each mock, several
  // mocks can exist, one after another or at the same time.
  const document = Object.assign(new EventTarget(), { readyState: "complete" });
  script({
    window: page, document, connect, contract, ...channels,
    // Browsers throw if `queueMicrotask` is called with another `this` than their own `window`.
    queueMicrotask: (/** @type {() => void} */ work) => queueMicrotask(work),
    addEventListener() {},
  });
  let isRemoved = false;
  return {
    remove() {
      if (isRemoved) return;
      isRemoved = true;
      for (const [name, before] of replaced) {
        if (before) Reflect.defineProperty(real, name, before);
        else Reflect.deleteProperty(real, name);
      }
      if (lacksWindow && --windowUsers === 0) delete real.window;
    },
  };
}

import { cover, share, uncover } from "./layers.js";
import { channels } from "./tasks.js";

/**
 * Runs the page scripts of a protocol in the environment of a test: a browser, a simulated one such as jsdom, or plain
 * Node. The scripts are the ones that pages get in an app. What they define can be removed again, in any order.
 *
 * Tests of pages read the globals from `window`, and from the global object itself. These are the same object in a
 * browser, and two objects if the test has made a `window` of its own. The scripts define each global on both.
 */

const real = /** @type {any} */ (globalThis);

/** The installed mocks, in the order of their installation. @type {Set<ReturnType<typeof makeScope>>} */
const installed = new Set();

/** @param {any} value */
const isObject = (value) => (typeof value === "object" && value !== null) || typeof value === "function";

/** The objects on which globals are defined: the test's `window`, if it has one, and the global object. */
const targets = () => (isObject(real.window) && real.window !== real ? [real.window, real] : [real]);

/** The getter of the `window` that mocks define in an environment without one. */
const getWindow = () => real;

/**
 * The property `window` before the mocks have defined it: none, or one whose value is undefined or null.
 * @type {PropertyDescriptor | undefined}
 */
let windowBefore;

/** Defines `window` in an environment without one. If the test later sets a `window` of its own, it gets the globals. */
function defineWindow() {
  if (real.window !== undefined && real.window !== null) return;
  windowBefore = Reflect.getOwnPropertyDescriptor(real, "window");
  Reflect.defineProperty(real, "window", {
    configurable: true, enumerable: true, get: getWindow,
    set(value) {
      Reflect.defineProperty(real, "window", { value, configurable: true, enumerable: true, writable: true });
      if (isObject(value) && value !== real) for (const scope of installed) scope.defineAllOn(value);
    },
  });
}

/** Removes the `window` of the mocks after the last one, unless the test has set its own. */
function removeWindow() {
  if (installed.size > 0 || Reflect.getOwnPropertyDescriptor(real, "window")?.get !== getWindow) return;
  if (windowBefore) Reflect.defineProperty(real, "window", windowBefore);
  else Reflect.deleteProperty(real, "window");
}

/** Returns whether several mocks can use an object together, such as `webkit` with its `messageHandlers`. */
const isNamespace = (/** @type {any} */ value) =>
  isObject(value) && Reflect.isExtensible(value) && [Object.prototype, null].includes(Reflect.getPrototypeOf(value));

/** Makes the `window` of one mock's scripts, which records what they define. */
function makeScope() {
  const owner = {};
  let isInstalling = true;
  /** @type {Map<any, Set<PropertyKey>>} */
  const used = new Map();
  /** The globals of the scripts, with their properties. @type {Map<PropertyKey, PropertyDescriptor>} */
  const globals = new Map();

  /** @param {any} object @param {PropertyKey} name */
  function use(object, name) {
    let names = used.get(object);
    if (!names) used.set(object, (names = new Set()));
    names.add(name);
  }

  /** @param {any} object @param {PropertyKey} name @param {PropertyDescriptor} descriptor */
  function define(object, name, descriptor) {
    // Make every property configurable, so that the mock can be removed, and writable, so that a test can replace it.
    const isValue = "value" in descriptor;
    const changeable = { ...descriptor, configurable: true, ...(isValue ? { writable: true } : {}) };
    const isDefined = cover(object, name, changeable, owner);
    if (isDefined) use(object, name);
    return isDefined;
  }

  /** @param {any} object @param {PropertyKey} name */
  function keep(object, name) {
    const descriptor = share(object, name, owner);
    if (descriptor) use(object, name);
    return descriptor;
  }

  /**
   * Returns an object that other mocks may use too, so that definitions on it are recorded.
   * @param {any} value
   * @returns {any}
   */
  function recording(value) {
    if (!isInstalling || !isNamespace(value)) return value;
    return new Proxy(value, {
      get: (_, name) => {
        keep(value, name);
        // A proxy must return the value of a property that cannot change.
        const isChangeable = Reflect.getOwnPropertyDescriptor(value, name)?.configurable !== false;
        return isChangeable ? recording(value[name]) : value[name];
      },
      defineProperty: (_, name, descriptor) => define(value, name, descriptor),
    });
  }

  /** @param {PropertyKey} name */
  function read(name) {
    const [window] = targets();
    if (isInstalling) {
      const known = targets().map((target) => keep(target, name)).find((descriptor) => descriptor !== undefined);
      // An earlier mock has defined the global before the test had this `window`.
      if (known && !(name in window)) define(window, name, known);
      if (known) globals.set(name, known);
    }
    return recording(name in window ? window[name] : real[name]);
  }

  /** @type {any} */
  const page = new Proxy({}, {
    get: (_, name) => (name === "top" || name === "window" ? page : read(name)),
    set: (_, name, value) => Reflect.set(targets()[0], name, value),
    defineProperty(_, name, descriptor) {
      globals.set(name, descriptor);
      return targets().map((target) => define(target, name, descriptor)).every((isDefined) => isDefined);
    },
  });
  return {
    page,
    /** @param {any} target */
    defineAllOn(target) {
      for (const [name, descriptor] of globals) define(target, name, descriptor);
    },
    endInstallation: () => void (isInstalling = false),
    removeAll() {
      for (const [object, names] of used) for (const name of names) uncover(object, name, owner);
      used.clear();
    },
  };
}

/**
 * @param {(scope: any) => void} script a module of the folder `scripts`
 * @param {(runtime: any) => any} connect the channel to the mock of the app
 * @param {string} [contract] the contract of an app's own bridge, as JSON text
 * @returns {{ remove: () => void }} removes what the script has defined
 */
export function installPage(script, connect, contract) {
  defineWindow();
  const scope = makeScope();
  installed.add(scope);
  const remove = () => {
    if (!installed.delete(scope)) return;
    scope.removeAll();
    removeWindow();
  };
  // The scripts mark their document, and wait for its `load` event. With a separate document for each mock, several
  // mocks can exist, one after another or at the same time.
  const document = Object.assign(new EventTarget(), { readyState: "complete" });
  try {
    script({
      window: scope.page, document, connect, contract, ...channels,
      // Browsers throw if `queueMicrotask` is called with another `this` than their own `window`.
      queueMicrotask: (/** @type {() => void} */ work) => queueMicrotask(work),
      addEventListener() {},
    });
  } catch (error) {
    remove();
    throw error;
  }
  scope.endInstallation();
  return { remove };
}

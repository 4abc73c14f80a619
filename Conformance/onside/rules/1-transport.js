"use strict";

// Section 1: transport and globals. These rules are checked before the document is initialized.
conformance.add(
  {
    number: "onside-1.1",
    mark: "contract",
    gate: true,
    rule: "`window.onside` exists before the page's first script.",
    check() {
      if (typeof onsideBridge.api !== "object" || onsideBridge.api === null) {
        throw new Error(`window.onside was ${describeShape(onsideBridge.api)}`);
      }
      return "an object";
    },
  },
  {
    number: "onside-1.2",
    mark: "causeway",
    rule: "The property `window.onside` cannot be replaced, removed or changed.",
    check() {
      const scope = /** @type {any} */ (window);
      onsideFixedFaults(scope, "onside", "window.onside");
      return "unchanged after each attempt";
    },
  },
  {
    number: "onside-1.3",
    mark: "contract",
    rule: "`window.onside` has every method of the contract.",
    check() {
      const names = onsideMethodNames();
      const missing = names.filter((name) => typeof onsideBridge.api[name] !== "function");
      if (missing.length > 0) throw new Error(`missing: ${missing.join(", ")}`);
      return `${names.length} methods`;
    },
  },
  {
    number: "onside-1.4",
    mark: "causeway",
    rule: "No method can be replaced or removed.",
    check() {
      for (const name of onsideMethodNames()) onsideFixedFaults(onsideBridge.api, name, name);
      return "each unchanged";
    },
  },
  {
    number: "onside-1.5",
    mark: "causeway",
    rule: "The callback properties are accessors, and empty at first.",
    check() {
      failOn(onsideCallbackNames().flatMap((name) => {
        const { get, set } = onsideDescriptor(onsideBridge.api, name) ?? {};
        if (!get || !set) return [`${name} is not an accessor`];
        const value = onsideBridge.api[name];
        return (value ?? undefined) === undefined ? [] : [`${name} is ${describeShape(value)}`];
      }));
      return onsideCallbackNames().join(", ");
    },
  },
  {
    number: "onside-1.6",
    mark: "causeway",
    rule: "An assigned callback can be read back; `undefined` and `null` remove it; a value that is not a function " +
      "is not a callback.",
    check() {
      const { api } = onsideBridge;
      const faults = onsideCallbackNames().flatMap((name) => {
        const handler = () => true;
        /** @param {any} value */
        const assign = (value) => ((api[name] = value), api[name]);
        const isKept = assign(handler) === handler;
        const values = [undefined, handler, null, handler, "text", 7, {}, []].map(assign);
        const left = values.filter((each) => typeof each === "function");
        onsideBridge.silence();
        return isKept && left.length === 2 ? [] : [`${name} has another value than the assigned one`];
      });
      failOn(faults);
      return "8 values each";
    },
  },
  {
    number: "onside-1.7",
    mark: "causeway",
    rule: "`window.onside` has only the contract's methods and callbacks, and no names that begin with `_pontoon`.",
    check() {
      const known = [...onsideMethodNames(), ...onsideCallbackNames()];
      const extra = Object.getOwnPropertyNames(onsideBridge.api).filter((name) => !known.includes(name));
      if (extra.length > 0) throw new Error(`window.onside also has ${extra.join(", ")}`);
      return `${known.length} names`;
    },
  },
);

function onsideMethodNames() {
  return ["initializeOnside", ...onsideBridge.forgotten, ...Object.keys(onsideBridge.promised)];
}

function onsideCallbackNames() {
  return [...onsideBridge.callbacks, "shouldContinueTransaction"];
}

/**
 * @param {any} target
 * @param {string} name
 * @returns {PropertyDescriptor | undefined}
 */
function onsideDescriptor(target, name) {
  for (let owner = target; owner; owner = Object.getPrototypeOf(owner)) {
    const descriptor = Object.getOwnPropertyDescriptor(owner, name);
    if (descriptor) return descriptor;
  }
  return undefined;
}

/**
 * Fails if a property can be changed.
 * @param {any} target
 * @param {string} name
 * @param {string} label
 */
function onsideFixedFaults(target, name, label) {
  const before = target[name];
  const attempts = [
    () => (target[name] = () => {}),
    () => delete target[name],
    () => Object.defineProperty(target, name, { value: 1 }),
    () => Object.defineProperty(target, name, { get: () => 1, configurable: true }),
  ];
  for (const attempt of attempts) {
    try {
      attempt();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
    if (target[name] !== before) throw new Error(`${label} was changed`);
  }
}

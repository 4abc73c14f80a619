/**
 * Sends the page's console output and its problems to the command: uncaught errors, unhandled rejections, and files that
 * an element could not load.
 *
 * @param {string} handlerName
 */
function consoleReporter(handlerName) {
  const { apply, defineProperty } = Reflect;
  const stringify = jsonWriter();
  const handler = /** @type {any} */ (window).webkit.messageHandlers[handlerName];
  const { postMessage } = handler;
  const NativeString = String;

  /** @param {any} value */
  const describe = (value) => {
    if (typeof value === "string") return value;
    try {
      if (value instanceof Error) return value.name + ": " + value.message;
      return stringify(value) ?? NativeString(value);
    } catch {
      return fallback(value);
    }
  };

  /**
   * Returns a text for a value that JSON cannot contain. A window of another origin and a revoked proxy, for example,
   * cannot be converted to a string either.
   * @param {any} value
   */
  const fallback = (value) => {
    try {
      return NativeString(value);
    } catch {
      return "[object]";
    }
  };

  /** @param {string} level the level of the output, or "problem" @param {string} text */
  const report = (level, text) => void apply(postMessage, handler, [level + " " + text]);

  /**
   * Returns the text of a method's parameters.
   * @param {any[]} values
   * @param {number} first the position of the first parameter
   */
  const line = (values, first = 0) => {
    let text = "";
    for (let index = first; index < values.length; index += 1) text += (index > first ? " " : "") + describe(values[index]);
    return text;
  };

  /**
   * Calls a function before a method of the console.
   * @param {"error" | "warn" | "info" | "log" | "debug" | "trace" | "dir" | "table" | "assert"} name
   * @param {(values: any[]) => void} observe
   */
  const wrap = (name, observe) => {
    const original = console[name];
    defineProperty(console, name, {
      /** @param {any[]} values */
      value: (...values) => {
        observe(values);
        apply(/** @type {any} */ (original), console, values);
      },
      writable: true, enumerable: true, configurable: true,
    });
  };

  for (const level of /** @type {const} */ (["error", "warn", "info", "log", "debug"])) {
    wrap(level, (values) => report(level, line(values)));
  }
  for (const name of /** @type {const} */ (["trace", "dir", "table"])) {
    wrap(name, (values) => report("log", line(values)));
  }
  wrap("assert", (values) => {
    if (!values[0]) report("error", "assertion failed" + (values.length > 1 ? ": " + line(values, 1) : ""));
  });
  addEventListener("error", (event) => {
    const target = /** @type {any} */ (/** @type {Event} */ (event).target);
    if (event instanceof ErrorEvent) {
      report("problem", `${describe(event.error ?? event.message)} (${event.filename}:${event.lineno})`);
    } else {
      const source = target?.src ?? target?.href;
      if (source) report("problem", `${source} could not be loaded`);
    }
  }, true);
  addEventListener("unhandledrejection", (event) => report("problem", "unhandled rejection: " + describe(event.reason)));
}

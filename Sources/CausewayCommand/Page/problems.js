/**
 * Reports to the command the problems that a browser would write into its console: uncaught errors, unhandled
 * rejections, and files that an element could not load. The script runs in a script world of its own, so that the page
 * does not notice it.
 *
 * @param {string} handlerName
 */
function problemReporter(handlerName) {
  const handler = /** @type {any} */ (window).webkit.messageHandlers[handlerName];
  /** @param {string} text */
  const report = (text) => void handler.postMessage(text);

  /** @param {any} value */
  const describe = (value) => {
    if (value === undefined) return "the reason is not known";
    try {
      if (value instanceof Error || (typeof value === "object" && value !== null && "message" in value)) {
        const place = value.sourceURL ? ` (${value.sourceURL}:${value.line}:${value.column})` : "";
        // String() converts symbols too, unlike a template.
        return `${String(value.name ?? "Error")}: ${String(value.message)}${place}`;
      }
      return typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
    } catch {
      return fallback(value);
    }
  };

  /**
   * Returns a text for a value that JSON cannot contain. A window of another origin and a revoked proxy, for example,
   * cannot be converted to a string either, and must be counted nevertheless.
   * @param {any} value
   */
  const fallback = (value) => {
    try {
      return String(value);
    } catch {
      return "[object]";
    }
  };

  addEventListener("error", (event) => {
    if (event instanceof ErrorEvent) {
      const place = event.filename ? ` (${event.filename}:${event.lineno}:${event.colno})` : "";
      report(`uncaught ${event.message}${place}`);
      return;
    }
    const target = /** @type {any} */ (/** @type {Event} */ (event).target);
    const source = target?.src ?? target?.href;
    if (typeof source === "string" && source) report(`${source} could not be loaded`);
  }, true);
  addEventListener("unhandledrejection", (event) => report(`unhandled rejection: ${describe(event.reason)}`));
}

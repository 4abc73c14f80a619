/**
 * Reports the result of a conformance suite to the command, when the suite has ended.
 *
 * @param {CausewayRuntime} runtime
 * @param {string} dialect
 */
function suiteReport(runtime, dialect) {
  if (!runtime.isMainFrame) return;
  const { stringify } = runtime;
  // Store the function before the page's scripts run, because the suite may test a page that replaces built-in
  // functions.
  const { addEventListener } = window;
  const scope = /** @type {any} */ (window);
  const report = async () => {
    try {
      runtime.post(dialect, { result: stringify(await scope.__conformanceDone) ?? "" });
    } catch (error) {
      runtime.post(dialect, { error: runtime.describe(error) });
    }
  };
  addEventListener("load", () => void report());
}

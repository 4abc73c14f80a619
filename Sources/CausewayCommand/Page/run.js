/**
 * Defines the function that runs the script of `--run` and returns its value as JSON. It is defined before the page's
 * scripts run, so that they cannot change the conversion to JSON.
 */
function scriptRunner() {
  const stringify = jsonWriter();
  const NativeError = Error;
  const NativeString = String;
  const { assign } = Object;

  /** @param {any} error */
  const reason = (error) => {
    const isError = error instanceof NativeError || (typeof error === "object" && error !== null && "message" in error);
    // Only errors of a bridge have a `code`. For other errors, it is undefined, and `stringify` leaves it out.
    const parts = isError ? { name: error.name, code: error.code, message: error.message } : error;
    // The engine's own properties of an error say where the error was created.
    if (error instanceof NativeError) {
      const { sourceURL, line, column, stack } = /** @type {any} */ (error);
      assign(parts, { sourceURL, line, column, stack });
    }
    return stringify(parts) ?? stringify(NativeString(error));
  };

  Reflect.defineProperty(window, "__causewayRun", {
    /**
     * @param {() => Promise<any>} script
     * @returns {Promise<string>} `v` and the value as JSON, or `e` and the error as JSON
     */
    value: async (script) => {
      try {
        return "v" + (stringify(await script()) ?? "undefined");
      } catch (error) {
        return "e" + reason(error);
      }
    },
  });
}

/**
 * Runs a script for `--run` and writes its value as JSON before any script of the page can have changed how.
 */
function scriptRunner() {
  const { stringify } = JSON;
  const NativeError = Error;
  const NativeString = String;

  /** @param {any} error */
  const reason = (error) => {
    const isError = error instanceof NativeError || (typeof error === "object" && error !== null && "message" in error);
    return stringify(isError ? { name: error.name, message: error.message } : error) ?? stringify(NativeString(error));
  };

  Reflect.defineProperty(window, "__causewayRun", {
    /** @param {() => Promise<any>} script @returns {Promise<string>} `v` and the value, or `e` and the reason */
    value: async (script) => {
      try {
        return "v" + (stringify(await script()) ?? "undefined");
      } catch (error) {
        return "e" + reason(error);
      }
    },
  });
}

/**
 * Reads the arguments of a function that the app calls, as ScriptArguments.swift wrote them.
 *
 * @param {string} text
 * @returns {any[]}
 */
function readScriptArguments(text) {
  /** @param {any} value @returns {any} */
  const read = (value) => {
    if (!Array.isArray(value)) return value;
    switch (value[0]) {
      case "a": return value.slice(1).map(read);
      case "d": return new Date(value[1]);
      case "n": return Number(value[1]);
      default: {
        /** @type {{ [name: string]: any }} */
        const object = {};
        for (let place = 1; place < value.length; place += 2) {
          Object.defineProperty(object, value[place], {
            value: read(value[place + 1]), writable: true, enumerable: true, configurable: true,
          });
        }
        return object;
      }
    }
  };
  return JSON.parse(text).map(read);
}

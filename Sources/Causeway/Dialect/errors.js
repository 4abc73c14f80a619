/**
 * Returns the classes of the errors with which the app refuses requests.
 *
 * @param {ReturnType<typeof causewayContract>} contract
 */
function causewayErrors(contract) {
  const { hasOwn, freeze } = Object;
  const { defineProperty } = Reflect;
  const NativeError = Error;

  class CausewayError extends NativeError {
    // Declared here, so that setters that the page defines for these names are not called.
    name = "CausewayError";
    code = "";
    /** @type {any} */
    details = undefined;

    /** @param {{ code: string, message: string, details?: any }} reason */
    constructor(reason) {
      super(reason.message);
      this.code = reason.code;
      this.details = hasOwn(reason, "details") ? reason.details : undefined;
    }
  }
  seal(CausewayError);

  /** @type {{ [name: string]: typeof CausewayError } | undefined} */
  let byName;
  /** @type {{ [code: string]: typeof CausewayError }} */
  const byCode = Object.create(null);

  /**
   * Freezes a class. A page could otherwise change it through any error that it receives.
   * @param {any} type
   */
  function seal(type) {
    freeze(type);
    freeze(type.prototype);
  }

  /** Returns the classes of the contract's errors, by name. */
  function classes() {
    if (byName) return byName;
    /** @type {{ [name: string]: typeof CausewayError }} */
    const found = /** @type {any} */ ({ __proto__: null });
    byName = found;
    contract.each("errors", (error) => {
      const type = class extends CausewayError {
        name = error.name;

        // Without this constructor, WebKit would read the arguments through the page's `Array.prototype`.
        /** @param {any} reason */
        constructor(reason) {
          super(reason);
        }
      };
      defineProperty(type, "name", /** @type {any} */ ({ __proto__: null, value: error.name }));
      seal(type);
      found[error.name] = type;
      byCode[error.code] = type;
    });
    return freeze(found);
  }

  return {
    classes,
    /** @param {any} reason an error, or the app's description of a failure */
    asError(reason) {
      if (!hasOwn(reason, "code")) return reason;
      classes();
      return new (byCode[reason.code] ?? CausewayError)(reason);
    },
  };
}

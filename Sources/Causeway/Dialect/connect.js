/**
 * Returns the function that makes the object of `causeway.connect()`. The object has a function for each member of the
 * contract. These functions check values before they are sent to the app, and before they reach a handler of the page.
 *
 * The object and its groups have no prototype, so a member can have any name, such as `constructor`. A member with a
 * part named `then` is left out, because JavaScript treats an object with a function `then` as a promise.
 *
 * @param {ReturnType<typeof causewayContract>} contract
 * @param {ReturnType<typeof causewayErrors>} errors
 * @param {any} surface `window.causeway`
 * @returns {() => any}
 */
function causewayConnection(contract, errors, surface) {
  const { apply, defineProperty, getPrototypeOf } = Reflect;
  const { freeze, hasOwn } = Object;
  const { indexOf, slice } = String.prototype;
  const NativePromise = Promise;
  const NativeTypeError = TypeError;
  const objectPrototype = Object.prototype;
  const { call, stream, upload, send } = surface;

  /** @param {any} object @param {string} name @param {any} value */
  function define(object, name, value) {
    defineProperty(object, name, /** @type {any} */ ({ __proto__: null, value, enumerable: true, writable: false }));
  }

  /**
   * Calls `use` for each part of a dotted name until `use` returns true. The second argument says whether the part is
   * the last one.
   * @param {string} name @param {(part: string, isLast: boolean) => boolean} use
   */
  function eachPart(name, use) {
    for (let start = 0; ; ) {
      const end = apply(indexOf, name, [".", start]);
      if (use(apply(slice, name, end < 0 ? [start] : [start, end]), end < 0) || end < 0) return;
      start = end + 1;
    }
  }

  /**
   * Adds a function to the group that its dotted name describes. Does nothing if the name is not available.
   * @param {any} root @param {string} name @param {any} value
   */
  function place(root, name, value) {
    let isPromiseLike = false;
    eachPart(name, (part) => (isPromiseLike ||= part === "then"));
    if (isPromiseLike) return;
    let group = root;
    eachPart(name, (part, isLast) => {
      const found = hasOwn(group, part) ? group[part] : undefined;
      if (found !== undefined && (isLast || typeof found === "function" || reserved(found))) return true;
      if (isLast) define(group, part, value);
      else if (found === undefined) define(group, part, { __proto__: null });
      group = group[part];
      return isLast;
    });
  }

  /** @param {any} group */
  function freezeGroups(group) {
    if (typeof group !== "object") return;
    for (const name in group) freezeGroups(group[name]);
    freeze(group);
  }

  /** @param {string} name @param {string} what @param {any} mismatch */
  function mistake(name, what, mismatch) {
    const { path, expected, found } = mismatch;
    const place = path === "" ? "" : "at " + path + ": ";
    const error = new NativeTypeError(
      name + ": " + what + " not match the contract: " + place + "expected " + expected + ", found " + found);
    define(error, "path", path);
    define(error, "expected", expected);
    define(error, "found", found);
    return error;
  }

  /** @param {any} reason */
  const rejected = (reason) => new NativePromise((_, reject) => reject(reason));

  /** @param {any} member @returns {(...values: any) => any} */
  function capability(member) {
    const { name, form } = member;
    const content = contract.own(member, "parameters");
    /** @type {((value: any) => any) | undefined} */
    let check;
    /** @param {any} parameters */
    const fault = (parameters) => {
      if (typeof content !== "object") return undefined;
      check ??= contract.check(content);
      const mismatch = check?.(parameters);
      return mismatch && mistake(name, form === "event" ? "the data do" : "the parameters do", mismatch);
    };
    if (form === "call") {
      return (/** @type {any} */ parameters, /** @type {any} */ options) => {
        const error = fault(parameters);
        return error ? rejected(error) : call(name, parameters, options);
      };
    }
    if (form === "upload") {
      return (/** @type {any} */ parameters, /** @type {any} */ source, /** @type {any} */ options) => {
        const error = fault(parameters);
        return error ? rejected(error) : upload(name, parameters, source, options);
      };
    }
    return (/** @type {any} */ parameters, /** @type {any} */ options) => {
      const error = fault(parameters);
      if (error) throw error;
      return form === "stream" ? stream(name, parameters, options) : send(name, parameters);
    };
  }

  /**
   * Returns a function that checks its argument against the contract and then calls a function of the page.
   * @param {any} member @param {string} what @param {any} owner @param {any} work
   */
  function checked(member, what, owner, work) {
    const check = contract.check(contract.own(member, "parameters"));
    const checkProgress = contract.check(contract.own(member, "progress"));
    return (/** @type {any} */ value, /** @type {any} */ context) => {
      const mismatch = check?.(value);
      if (mismatch) throw mistake(member.name, what, mismatch);
      return apply(work, owner, [value, checkProgress ? checkedContext(member, checkProgress, context) : context]);
    };
  }

  /**
   * Returns the context of a handler, which checks the progress that the handler reports.
   * @param {any} member @param {(value: any) => any} check @param {any} context
   */
  const checkedContext = (member, check, context) => ({
    report(/** @type {any} */ value) {
      const mismatch = check(value);
      if (mismatch) throw mistake(member.name, "the reported progress does", mismatch);
      context.report(value);
    },
    get signal() {
      return context.signal;
    },
  });

  /**
   * Returns a member of an object that the page wrote, or undefined if there is none. The members of `Object.prototype`
   * do not count, because every object inherits them.
   * @param {any} object @param {string} name
   */
  function find(object, name) {
    if (object === null || (typeof object !== "object" && typeof object !== "function")) return undefined;
    for (let owner = object; owner && owner !== objectPrototype; owner = getPrototypeOf(owner)) {
      if (hasOwn(owner, name)) return object[name];
    }
    return undefined;
  }

  /**
   * Sets the handlers for the app's calls.
   * @param {any} handlers
   */
  function handle(handlers) {
    contract.each("members", (member) => {
      if (member.caller !== "app" || member.form === "event") return;
      let owner = handlers;
      let found = handlers;
      eachPart(member.name, (part) => {
        owner = found;
        found = find(found, part);
        return found === undefined;
      });
      if (typeof found === "function") {
        surface.handle(member.name, checked(member, "the parameters of the app do", owner, found));
      }
    });
  }

  const on = { __proto__: null };
  /**
   * Returns whether a member of the connection belongs to the connection itself and not to the contract.
   * @param {any} value
   */
  const reserved = (value) => value === on || value === handle || value === errors.classes();

  return () => {
    const app = { __proto__: null };
    define(app, "on", on);
    define(app, "handle", handle);
    define(app, "errors", errors.classes());
    contract.each("members", (member) => {
      if (member.caller === "page") {
        place(app, member.name, capability(member));
      } else if (member.form === "event") {
        const listen = (/** @type {any} */ listener) =>
          surface.on(member.name, checked(member, "the data of the app do", undefined, listener));
        place(on, member.name, listen);
      }
    });
    freezeGroups(app);
    return app;
  };
}

/**
 * Returns a function that writes a value as JSON. The function is `JSON.stringify`, but ignores a `toJSON` that the
 * page has added to the prototypes of objects, arrays, functions, dates, strings, numbers and Booleans: old versions of
 * Prototype.js, for example, make every array a string with such a method. The app would get other values than the page
 * has passed, and other values than Apple's web views pass, because a structured copy calls no `toJSON`.
 *
 * The function calls the `toJSON` of the page's own objects and classes, that of the browser's objects, such as `URL`,
 * and one that the page has added to `BigInt.prototype`, because JSON cannot express a BigInt without it.
 *
 * This function must be called before code of the page runs, because it saves the built-in functions that it needs.
 *
 * @returns {(value: any) => string} The function returns undefined for a value that JSON omits, such as a function of
 * the page, but has the type of `JSON.stringify`.
 */
function jsonWriter() {
  const { stringify } = JSON;
  const { apply, getPrototypeOf, setPrototypeOf } = Reflect;
  const { hasOwn, keys } = Object;
  const { isArray } = Array;
  const { isFinite } = Number;
  const NativeTypeError = TypeError;
  const { toString } = Object.prototype;
  const { getTime, toISOString } = Date.prototype;
  const { valueOf: stringOf } = String.prototype;
  const { valueOf: numberOf } = Number.prototype;
  const { valueOf: booleanOf } = Boolean.prototype;
  const objects = Object.prototype;
  const arrays = Array.prototype;
  const functions = Function.prototype;
  const dates = Date.prototype;
  const strings = String.prototype;
  const numbers = Number.prototype;
  const booleans = Boolean.prototype;
  const integers = BigInt.prototype;
  const { toJSON: dateToJSON } = dates;

  /** Returns whether the page has added no `toJSON` to these prototypes. This check is made for every message. */
  function isUnchanged() {
    // Arrays, functions and the other kinds inherit from `Object.prototype`, so this also finds a `toJSON` there.
    return !("toJSON" in arrays || "toJSON" in functions || "toJSON" in strings || "toJSON" in numbers
      || "toJSON" in booleans) && dates.toJSON === dateToJSON;
  }

  /**
   * Returns whether the `toJSON` of an object is ignored.
   * @param {any} owner
   */
  const isIgnored = (owner) =>
    owner === objects || owner === arrays || owner === functions || owner === dates || owner === strings
    || owner === numbers || owner === booleans;

  /**
   * Returns the member `toJSON` of an object; undefined if it has none, or only one that is ignored.
   * @param {any} value
   */
  function methodOf(value) {
    for (let owner = value; owner !== null; owner = getPrototypeOf(owner)) {
      if (hasOwn(owner, "toJSON") && !isIgnored(owner)) return value.toJSON;
    }
    return undefined;
  }

  /** @param {any} value a Date @returns {string | null} null for an invalid date */
  const dateText = (value) => (isFinite(apply(getTime, value, [])) ? apply(toISOString, value, []) : null);

  /**
   * Returns the primitive value of a Date, or of an object such as `new String("x")`; the value itself for any other
   * object.
   * @param {any} value @param {boolean} isDateText whether a Date is its text, and not an object without members
   */
  function unboxed(value, isDateText) {
    try {
      switch (apply(toString, value, [])) {
        case "[object Date]": return isDateText ? dateText(value) : value;
        case "[object String]": return apply(stringOf, value, []);
        case "[object Number]": return apply(numberOf, value, []);
        case "[object Boolean]": return apply(booleanOf, value, []);
      }
    } catch {
      // Only the name in `Symbol.toStringTag` is that of such an object.
    }
    return value;
  }

  /**
   * The objects that contain a value, from the innermost one.
   * @typedef {{ value: object, above: Container | undefined }} Container
   */

  /**
   * Returns a copy that no `toJSON` on a prototype affects: its objects and arrays have no prototype.
   * @param {any} value @param {string} key the value's name in its container @param {Container | undefined} above
   * @returns {any}
   */
  function copy(value, key, above) {
    let written = value;
    if (typeof value === "bigint") {
      const method = hasOwn(integers, "toJSON") ? /** @type {any} */ (integers).toJSON : undefined;
      if (typeof method !== "function") throw new NativeTypeError("JSON cannot express a BigInt.");
      written = apply(method, value, [key]);
    } else if ((typeof value === "object" && value !== null) || typeof value === "function") {
      const method = methodOf(value);
      const isCalled = typeof method === "function";
      written = isCalled ? apply(method, value, [key]) : value;
      if (typeof written === "object" && written !== null) written = unboxed(written, !isCalled);
    }
    if (typeof written === "function") return undefined;
    if (typeof written !== "object" || written === null) return written;
    for (let each = above; each; each = each.above) {
      if (each.value === written) throw new NativeTypeError("JSON cannot express a cyclic object.");
    }
    return copyMembers(written, /** @type {any} */ ({ __proto__: null, value: written, above }));
  }

  /** @param {any} value @param {Container} container the container for the members */
  function copyMembers(value, container) {
    if (isArray(value)) {
      /** @type {any[]} */
      const list = [];
      setPrototypeOf(list, null);
      for (let index = 0; index < value.length; index += 1) list[index] = copy(value[index], "" + index, container);
      return list;
    }
    /** @type {any} */
    const members = { __proto__: null };
    const names = keys(value);
    for (let index = 0; index < names.length; index += 1) {
      members[names[index]] = copy(value[names[index]], names[index], container);
    }
    return members;
  }

  return (value) => stringify(isUnchanged() ? value : copy(value, "", undefined));
}

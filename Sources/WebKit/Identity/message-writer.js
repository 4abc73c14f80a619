/**
 * Returns a function that writes a message for the app, in the format that `WireReader` reads. The format keeps the
 * values that WebKit's own API keeps: numbers of all kinds, strings, booleans, null, dates, arrays and objects. Any
 * other value, such as a function, a node, a `Map` or the value of a getter that throws, is treated as `undefined`: it
 * becomes null in an array, and no member in an object. If the whole message is such a value, the function writes null
 * if the value can be cloned. Otherwise, and for cycles, the function throws a `DataCloneError`.
 *
 * @returns {(message: any) => string}
 */
function messageWriter() {
  const { apply } = Reflect;
  const { stringify } = JSON;
  const { isArray } = Array;
  const { getPrototypeOf, keys, prototype } = Object;
  const { toString } = prototype;
  const { getTime } = Date.prototype;
  const { isView } = ArrayBuffer;
  const lengthOf = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, "byteLength")?.get;
  const NativeException = DOMException;
  const clone = structuredClone;
  /** The maximum depth that the app reads. */
  const maximumDepth = 512;

  /** @param {string} what @returns {never} */
  function refuse(what) {
    throw new NativeException(`${what} cannot be posted to the app.`, "DataCloneError");
  }

  /** @param {any[]} list @param {any[]} above */
  function writeArray(list, above) {
    let text = "[";
    for (let place = 0; place < list.length; place += 1) {
      if (place) text += ",";
      text += writeValue(list[place], above) ?? "null";
    }
    return text + "]";
  }

  /** @param {any} object @param {any[]} above */
  function writeObject(object, above) {
    const names = keys(object);
    let text = "{";
    for (let place = 0; place < names.length; place += 1) {
      let member;
      try {
        member = object[names[place]];
      } catch {
        continue; // An error in one getter must not remove the other members from the message.
      }
      const value = writeValue(member, above);
      if (value === undefined) continue;
      if (text !== "{") text += ",";
      text += stringify(names[place]) + ":" + value;
    }
    return text + "}";
  }

  /**
   * Returns whether the value is a buffer, or a view of a buffer. Buffers are not cloned, because a buffer can be very
   * large.
   *
   * @param {any} value
   */
  function isBuffer(value) {
    if (isView(value)) return true;
    try {
      return lengthOf !== undefined && apply(lengthOf, value, []) >= 0;
    } catch {
      return false;
    }
  }

  /**
   * Returns a structured clone of an object; null for a buffer; undefined if the object cannot be cloned.
   *
   * @param {any} value
   */
  function copy(value) {
    if (isBuffer(value)) return null;
    try {
      return clone(value);
    } catch {
      return undefined;
    }
  }

  /** A symbol that no object has. Reading it from a window of another origin throws. */
  const unknown = Symbol("unknown");

  /** @param {any} value @returns its name in `Object.prototype.toString`; undefined for a window of another origin */
  function kindOf(value) {
    try {
      const kind = apply(toString, value, []);
      if (kind === "[object Object]" && getPrototypeOf(value) === null) value[unknown];
      return kind;
    } catch {
      return undefined;
    }
  }

  /** @param {object} value @param {any[]} above the objects that contain it */
  function writeNested(value, above) {
    if (above.length === maximumDepth) refuse(`A value with more than ${maximumDepth} levels`);
    for (let place = above.length - 1; place >= 0; place -= 1) if (above[place] === value) refuse("A cyclic object");
    above[above.length] = value;
    const text = isArray(value) ? writeArray(value, above) : writeObject(value, above);
    above.length -= 1;
    return text;
  }

  /**
   * @param {any} value
   * @param {string} kind
   * @returns {string | undefined} undefined for an object that has that name but is of another type
   */
  function writeBoxed(value, kind) {
    try {
      if (kind === "[object Date]") return "@" + apply(getTime, value, []);
      const plain = value.valueOf();
      return typeof plain === "object" ? undefined : writeValue(plain, []);
    } catch {
      return undefined;
    }
  }

  /** @param {any} value @param {any[]} above @returns {string | undefined} undefined if the app cannot get the value */
  function writeValue(value, above) {
    switch (typeof value) {
      case "string": return stringify(value);
      case "number": return value === 0 && 1 / value < 0 ? "-0" : "" + value;
      case "boolean": return value ? "true" : "false";
      case "object": break;
      default: return undefined;
    }
    if (value === null) return "null";
    const kind = kindOf(value);
    switch (kind) {
      case "[object Object]":
      case "[object Array]": return writeNested(value, above);
      case "[object Date]":
      case "[object String]":
      case "[object Number]":
      case "[object Boolean]": return writeBoxed(value, kind);
      // A class can set the name in "[object …]" with Symbol.toStringTag. If the clone of such an object is a plain
      // object, the object is written as a plain object.
      default: return kindOf(copy(value)) === "[object Object]" ? writeNested(value, above) : undefined;
    }
  }

  return (message) => {
    const text = writeValue(message, []);
    if (text !== undefined) return text;
    return copy(message) === undefined ? refuse("This value") : "null";
  };
}

/**
 * A function that writes a message for the app, in the form that `WireReader` reads. It keeps what WebKit's own API
 * keeps: numbers of all kinds, strings, booleans, null, dates, arrays and objects; `undefined` is null in an array and
 * no member in an object. For anything else, and for cycles, it throws a `DataCloneError`.
 *
 * @returns {(message: any) => string}
 */
function messageWriter() {
  const { apply } = Reflect;
  const { stringify } = JSON;
  const { isArray } = Array;
  const { keys, prototype } = Object;
  const { toString } = prototype;
  const { getTime } = Date.prototype;
  const NativeException = DOMException;
  /** As deep as the app reads. */
  const maximumDepth = 512;

  /** @param {string} what @returns {never} */
  function refuse(what) {
    throw new NativeException(`${what} cannot be posted to the app.`, "DataCloneError");
  }

  /** @param {any[]} list @param {any[]} above */
  function writeArray(list, above) {
    let text = "[";
    for (let place = 0; place < list.length; place += 1) {
      const element = list[place];
      if (place) text += ",";
      text += element === undefined ? "null" : writeValue(element, above);
    }
    return text + "]";
  }

  /** @param {any} object @param {any[]} above */
  function writeObject(object, above) {
    const names = keys(object);
    let text = "{";
    for (let place = 0; place < names.length; place += 1) {
      const member = object[names[place]];
      if (member === undefined) continue;
      if (text !== "{") text += ",";
      text += stringify(names[place]) + ":" + writeValue(member, above);
    }
    return text + "}";
  }

  /** @param {object} value @param {any[]} above the objects that contain it */
  function writeNested(value, above) {
    if (above.length === maximumDepth) refuse("Something nested this deep");
    for (let place = above.length - 1; place >= 0; place -= 1) if (above[place] === value) refuse("A cyclic object");
    above[above.length] = value;
    const text = isArray(value) ? writeArray(value, above) : writeObject(value, above);
    above.length -= 1;
    return text;
  }

  /** @param {any} value @param {any[]} above @returns {string} */
  function writeValue(value, above) {
    switch (typeof value) {
      case "string": return stringify(value);
      case "number": return value === 0 && 1 / value < 0 ? "-0" : "" + value;
      case "boolean": return value ? "true" : "false";
      case "object": break;
      default: return refuse(`A ${typeof value}`);
    }
    if (value === null) return "null";
    const kind = apply(toString, value, []);
    switch (kind) {
      case "[object Object]":
      case "[object Array]": return writeNested(value, above);
      case "[object Date]": return "@" + apply(getTime, value, []);
      case "[object String]":
      case "[object Number]":
      case "[object Boolean]": return writeValue(value.valueOf(), above);
      // Maps, buffers, errors, nodes…: an empty object in their place would lose what they hold.
      default: return refuse(kind);
    }
  }

  return (message) => writeValue(message, []);
}

/**
 * Returns the function that makes the check for a schema of a contract. A check is a function that returns the mismatch
 * between a value and the schema. The app has the final decision, with Swift's decoder; the checks report a mistake in
 * the line of the page's code that made it. Schema+Mismatch.swift has the same checks for the app, in the same words.
 *
 * This function must be called before code of the page runs, because it saves the built-in functions that it needs.
 */
function causewayChecks() {
  const { parse } = JSON;
  const stringify = jsonWriter();
  const { hasOwn, keys } = Object;
  const { toString } = Object.prototype;
  const { isArray } = Array;
  const { isFinite, isInteger } = Number;
  const { apply } = Reflect;
  const { slice } = String.prototype;
  const mostInteger = 2 ** 53 - 1;
  const leastInteger = -mostInteger;
  /** The number of values after which a check gives up, because a value with a cycle has no end. */
  const mostValues = 1 << 20;
  /** The number of alternatives that a text lists. An enum may have many thousands. */
  const longestList = 20;
  /** The depth at which a check gives up. The app refuses deeper values. */
  const deepest = 512;

  /**
   * The first position at which a value does not match its schema, with the kinds of values that were expected and
   * found. `loss` is set if JSON cannot express the value that was found: it is "silent" if JSON would write another
   * value instead, such as null for NaN, and "other" for a BigInt and `undefined`.
   * @typedef {{ path: string, expected: string, found: string, loss: "silent" | "other" | undefined }} Mismatch
   */
  /** @typedef {(value: any, depth: number) => Mismatch | undefined} Check */

  /** @type {{ [name: string]: Check }} */
  const named = Object.create(null);
  /**
   * The schemas of the named types.
   * @type {any}
   */
  let definitions;
  let values = 0;

  /** @param {any} object @param {string} name */
  const own = (object, name) => (hasOwn(object, name) ? object[name] : undefined);

  /**
   * Returns the name of a collection that JSON would write as an object without members; undefined for any other value.
   * @param {any} value
   */
  function collection(value) {
    if (typeof value !== "object" || value === null || isArray(value)) return undefined;
    const name = apply(toString, value, []);
    if (name !== "[object Map]" && name !== "[object Set]") return undefined;
    return typeof value.toJSON === "function" ? undefined : name === "[object Map]" ? "a Map" : "a Set";
  }

  /** @param {any} value */
  function kind(value) {
    if (value === undefined) return "nothing";
    if (value === null) return "null";
    if (isArray(value)) return "an array";
    if (typeof value === "object") return collection(value) ?? "an object";
    if (typeof value === "number" && !isFinite(value)) return "" + value;
    if (typeof value === "bigint") return "a BigInt";
    return typeof value === "boolean" ? "a Boolean" : "a " + typeof value;
  }

  /** @param {any} value @returns {Mismatch["loss"]} */
  function loss(value) {
    if ((typeof value === "number" && !isFinite(value)) || collection(value) !== undefined) return "silent";
    return value === undefined || typeof value === "bigint" ? "other" : undefined;
  }

  /** @param {string} expected @param {any} value @param {string} [found] @returns {Mismatch} */
  const wrong = (expected, value, found) => ({ path: "", expected, found: found ?? kind(value), loss: loss(value) });

  /** @param {string} step @param {Mismatch | undefined} mismatch */
  function at(step, mismatch) {
    if (!mismatch) return undefined;
    const rest = mismatch.path;
    const path = rest === "" || rest[0] === "[" ? step + rest : step + "." + rest;
    return { path, expected: mismatch.expected, found: mismatch.found, loss: mismatch.loss };
  }

  /**
   * Joins the texts of the items, as in `a, b or c`, or `a, b or 7 others` if there are many; `no value` if there are
   * none.
   * @param {any} items @param {(item: any) => any} text
   */
  function list(items, text) {
    const { length } = items;
    const shown = length > longestList ? longestList - 1 : length;
    let all = length === 0 ? "no value" : "";
    for (let index = 0; index < shown; index += 1) {
      all += (index === 0 ? "" : index === length - 1 ? " or " : ", ") + text(items[index]);
    }
    return shown < length ? all + " or " + (length - shown) + " others" : all;
  }

  /** @param {any} each the schema of a case */
  const caseName = (each) => stringify(keys(each.properties)[0]);

  /**
   * Returns what a schema accepts, in a few words.
   * @param {any} schema @returns {string}
   */
  function expectation(schema) {
    const reference = own(schema, "$ref");
    if (reference !== undefined) return "a value of the type " + typeName(reference);
    if (own(schema, "enum") !== undefined) return list(schema.enum, stringify);
    if (own(schema, "oneOf") !== undefined) {
      if (schema.oneOf.length === 0) return "no value (the union has no members)";
      return "an object with one of the members " + list(schema.oneOf, caseName);
    }
    if (own(schema, "anyOf") !== undefined) return expectation(schema.anyOf[0]) + " or null";
    const type = own(schema, "type");
    if (type === "integer") {
      const { least, most } = range(schema);
      return least === leastInteger && most === mostInteger ? "an integer" : "an integer from " + least + " to " + most;
    }
    if (type === undefined) return "a value";
    return type === "boolean" ? "a Boolean" : (type === "string" || type === "number" ? "a " : "an ") + type;
  }

  /** @param {any} value */
  const isObject = (value) =>
    typeof value === "object" && value !== null && !isArray(value) && collection(value) === undefined;

  /** @param {any} schema */
  const range = (schema) =>
    ({ __proto__: null, least: own(schema, "minimum") ?? leastInteger, most: own(schema, "maximum") ?? mostInteger });

  /** @param {any} schema @returns {Check} */
  function integer(schema) {
    const { least, most } = range(schema);
    return (value) => {
      if (typeof value !== "number" || !isFinite(value)) return wrong("an integer", value);
      if (!isInteger(value)) return wrong("an integer", value, "a number with a fraction");
      if (value >= least && value <= most) return undefined;
      return wrong("an integer from " + least + " to " + most, value, "an integer out of this range");
    };
  }

  /** @param {Check} element @returns {Check} */
  const array = (element) => (value, depth) => {
    if (!isArray(value)) return wrong("an array", value);
    if (depth > deepest || (values += value.length) > mostValues) return undefined;
    for (let index = 0; index < value.length; index += 1) {
      const found = value[index];
      const mismatch = element(found, depth + 1);
      if (!mismatch) continue;
      // An element that is missing is null in JSON; "nothing" would not say which value the page has passed.
      return at("[" + index + "]", found === undefined ? wrong(mismatch.expected, found, "undefined") : mismatch);
    }
    return undefined;
  };

  /** @param {Check} member @returns {Check} */
  const dictionary = (member) => (value, depth) => {
    if (!isObject(value)) return wrong("an object", value);
    const names = keys(value);
    if (depth > deepest || (values += names.length) > mostValues) return undefined;
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index];
      const found = value[name];
      const mismatch = found === undefined ? undefined : member(found, depth + 1);
      if (mismatch) return at(name, mismatch);
    }
    return undefined;
  };

  /**
   * The members of an object's schema. They are a linked list, because changes that the page makes to `Array.prototype`
   * would affect an array.
   * @typedef {{ name: string, schema: any, check: Check, isRequired: boolean, next: Member | undefined }} Member
   */

  /**
   * Returns the mismatch of a required member that is missing, or that has the value `undefined`.
   * @param {any} schema @param {boolean} isPresent
   * @returns {Mismatch}
   */
  function absent(schema, isPresent) {
    const expected = expectation(schema);
    if (isPresent) return wrong(expected, undefined, "undefined");
    return { path: "", expected, found: "nothing", loss: undefined };
  }

  /** @param {any} schema @returns {Check} */
  function object(schema) {
    const properties = own(schema, "properties") ?? { __proto__: null };
    const required = own(schema, "required");
    /** @type {any} */
    const isRequired = { __proto__: null };
    for (let index = 0; index < (required?.length ?? 0); index += 1) isRequired[required[index]] = true;
    /** @type {Member | undefined} */
    let first;
    const names = keys(properties);
    for (let index = names.length - 1; index >= 0; index -= 1) {
      const name = names[index];
      const schema = properties[name];
      first = { name, schema, check: compile(schema), isRequired: isRequired[name] === true, next: first };
    }
    return (value, depth) => {
      if (!isObject(value)) return wrong("an object", value);
      if (depth > deepest || (values += 1) > mostValues) return undefined;
      for (let member = first; member; member = member.next) {
        const isPresent = hasOwn(value, member.name);
        const found = isPresent ? value[member.name] : undefined;
        if (found === undefined && !member.isRequired) continue;
        const mismatch = found === undefined ? absent(member.schema, isPresent) : member.check(found, depth + 1);
        if (mismatch) return at(member.name, mismatch);
      }
      return undefined;
    };
  }

  /** @param {any} constants @returns {Check} */
  function oneOf(constants) {
    const expected = expectation({ __proto__: null, enum: constants });
    return (value) => {
      for (let index = 0; index < constants.length; index += 1) {
        if (constants[index] === value || isObject(constants[index]) || isArray(constants[index])) return undefined;
      }
      const isNumber = typeof value === "number" && isFinite(value);
      const found = typeof value === "string" ? "another string" : isNumber ? "another number" : undefined;
      return wrong(expected, value, found);
    };
  }

  /** @param {any} cases the schemas of objects with one member @returns {Check} */
  function union(cases) {
    /** @type {Member | undefined} */
    let first;
    for (let index = cases.length - 1; index >= 0; index -= 1) {
      const properties = cases[index].properties;
      const name = keys(properties)[0];
      first = { name, schema: properties[name], check: compile(properties[name]), isRequired: true, next: first };
    }
    const expected = expectation({ __proto__: null, oneOf: cases });
    return (value, depth) => {
      if (!isObject(value)) return wrong(expected, value);
      if (depth > deepest || (values += 1) > mostValues) return undefined;
      /** @type {Member | undefined} */
      let chosen;
      for (let member = first; member; member = member.next) {
        if (!hasOwn(value, member.name) || value[member.name] === undefined) continue;
        if (chosen) return wrong(expected, value, "an object with several of them");
        chosen = member;
      }
      if (!chosen) return wrong(expected, value, "an object with none of them");
      return at(chosen.name, chosen.check(value[chosen.name], depth + 1));
    };
  }

  /** @param {string} reference */
  const typeName = (reference) => apply(slice, reference, ["#/$defs/".length]);

  /** @param {string} reference @returns {Check} */
  function reference(reference) {
    const name = typeName(reference);
    // A type may contain itself, so its check is looked up when a value is checked.
    return (value, depth) => {
      const check = (named[name] ??= hasOwn(definitions ?? {}, name) ? compile(definitions[name]) : () => undefined);
      return check(value, depth);
    };
  }

  /** @param {any} schema @returns {Check} */
  function compile(schema) {
    if (own(schema, "$ref") !== undefined) return reference(schema.$ref);
    if (own(schema, "enum") !== undefined) return oneOf(schema.enum);
    if (own(schema, "oneOf") !== undefined) return union(schema.oneOf);
    if (own(schema, "anyOf") !== undefined) {
      const check = compile(schema.anyOf[0]);
      return (value, depth) => (value === undefined || value === null ? undefined : check(value, depth));
    }
    const type = own(schema, "type");
    if (type === "boolean") return (value) => (typeof value === "boolean" ? undefined : wrong("a Boolean", value));
    if (type === "string") return (value) => (typeof value === "string" ? undefined : wrong("a string", value));
    if (type === "number") {
      return (value) => (typeof value === "number" && isFinite(value) ? undefined : wrong("a number", value));
    }
    if (type === "integer") return integer(schema);
    if (type === "array") return array(compile(own(schema, "items") ?? { __proto__: null }));
    if (type === "object" && own(schema, "additionalProperties")) return dictionary(compile(schema.additionalProperties));
    if (type === "object") return object(schema);
    return () => undefined;
  }

  /**
   * Returns the check for a schema. The schema's references are looked up in `types`.
   *
   * The value that is sent is not always the value that is checked: JSON calls `toJSON`, and contains nothing
   * for a function. Therefore, a value that does not match is checked a second time in the form in which it would be
   * sent. The mismatch of this form is reported, unless the form does not show what the page has passed.
   * @param {any} types the schemas of the named types
   * @param {any} schema
   * @returns {(value: any) => Mismatch | undefined}
   */
  return (types, schema) => {
    definitions = types;
    const check = compile(schema);
    return (value) => {
      /** @type {Mismatch | undefined} */
      let mismatch;
      let sent;
      try {
        values = 0;
        mismatch = check(value, 0);
        if (mismatch?.loss === "silent" || !mismatch) return mismatch;
        const text = stringify(value);
        sent = text === undefined ? undefined : parse(text);
      } catch {
        // The app refuses a value that cannot be read or written as JSON, and states the reason.
        return mismatch?.loss ? mismatch : undefined;
      }
      values = 0;
      const mismatchOfSent = check(sent, 0);
      return mismatchOfSent && mismatch.loss ? mismatch : mismatchOfSent;
    };
  };
}

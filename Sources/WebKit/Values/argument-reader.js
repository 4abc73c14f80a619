/**
 * Returns a function that reads a value that the app wrote as JSON (see `ScriptLiteral.swift`). The function changes
 * the parsed objects in place. Every member that it sets exists already, so no setter of the page is called.
 *
 * @returns {(json: string) => any}
 */
function argumentReader() {
  const { parse } = JSON;
  const { isArray } = Array;
  const { keys } = Object;
  const NativeDate = Date;
  const NativeNumber = Number;

  /** @param {any[]} list the value, then the arrays and objects in it @param {any} value in the list or in one of these */
  function untagged(list, value) {
    if (value === null || typeof value !== "object") return value;
    switch (value[0]) {
      case "date": return new NativeDate(value[1]);
      case "number": return NativeNumber(value[1]);
      case "undefined": return undefined;
      default: return list[value[0]];
    }
  }

  /** @param {any[]} list @param {any} structure an array or an object of the list */
  function untagMembers(list, structure) {
    if (isArray(structure)) {
      for (let index = 0; index < structure.length; index += 1) structure[index] = untagged(list, structure[index]);
      return;
    }
    const names = keys(structure);
    for (let index = 0; index < names.length; index += 1) {
      structure[names[index]] = untagged(list, structure[names[index]]);
    }
  }

  return (json) => {
    const list = parse(json);
    for (let index = 1; index < list.length; index += 1) untagMembers(list, list[index]);
    return untagged(list, list[0]);
  };
}

/**
 * A function that makes a value of one that the app wrote as JSON (see `ScriptLiteral.swift`). It changes what it parsed in
 * place: every member that it sets is there already, so no setter of the page's is asked.
 *
 * @returns {(json: string) => any}
 */
function argumentReader() {
  const { parse } = JSON;
  const { isArray } = Array;
  const { keys } = Object;
  const NativeDate = Date;
  const NativeNumber = Number;

  /** @param {any[]} list a word for the kind, and the content @returns {any} */
  function readTagged(list) {
    switch (list[0]) {
      case "array":
        for (let place = 1; place < list.length; place += 1) list[place - 1] = read(list[place]);
        list.length -= 1;
        return list;
      case "date": return new NativeDate(list[1]);
      case "number": return NativeNumber(list[1]);
      default: return undefined;
    }
  }

  /** @param {any} value @returns {any} */
  function read(value) {
    if (value === null || typeof value !== "object") return value;
    if (isArray(value)) return readTagged(value);
    const names = keys(value);
    for (let place = 0; place < names.length; place += 1) value[names[place]] = read(value[names[place]]);
    return value;
  }

  return (json) => read(parse(json));
}

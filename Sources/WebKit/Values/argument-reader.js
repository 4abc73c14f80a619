/**
 * Makes a value of one that the app wrote as JSON (see `ScriptLiteral.swift`).
 *
 * @param {string} json
 */
const readArgument = (json) => {
  /** @param {any} value @returns {any} */
  const read = (value) => {
    if (value === null || typeof value !== "object") return value;
    if (!Array.isArray(value)) {
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, read(member)]));
    }
    const [kind, ...content] = value;
    if (kind === "array") return content.map(read);
    if (kind === "date") return new Date(content[0]);
    return kind === "number" ? Number(content[0]) : undefined;
  };
  return read(JSON.parse(json));
};

// Stands in front of a function's body: makes values of arguments that came as JSON (see ScriptLiteral.swift).
// In a function of this kind `arguments` and the parameters are the same places.
for (let place = 0; place < arguments.length; place += 1) {
  const read = (value) => {
    if (value === null || typeof value !== "object") return value;
    if (!Array.isArray(value)) return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, read(member)]));
    const [kind, ...content] = value;
    if (kind === "array") return content.map(read);
    if (kind === "date") return new Date(content[0]);
    return kind === "number" ? Number(content[0]) : undefined;
  };
  arguments[place] = read(JSON.parse(arguments[place]));
}

// Compares the members in a document's tables with the members of a module.
//
//     node members.js DOCUMENT.md GRAPH.symbols.json…
//
// A table under a heading `## `Type`` lists the members of this type; every other table lists types and constants. The
// first column has their names as code, the second "yes", "no", or the name of the only platform that has them. A name
// that several members share is listed once for each of them. Prints "file:line: error: …" for each difference, and fails
// if there is one.

const { readFileSync } = require("fs");

const [path, ...graphs] = process.argv.slice(2);
let differences = 0;

/** @param {number} line @param {string} what */
function report(line, what) {
  console.error(`${path}:${line}: error: ${what}`);
  differences += 1;
}

/** @type {Map<string, number>} the number of public members with each name */
const members = new Map();
for (const graph of graphs.map((file) => JSON.parse(readFileSync(file, "utf8")))) {
  const defaults = new Set(
    graph.relationships.filter(({ kind }) => kind === "defaultImplementationOf").map(({ source }) => source));
  for (const { identifier, location, pathComponents } of graph.symbols) {
    // Members that the compiler generates, such as the init(rawValue:) of an enumeration, have no location.
    if (!location || defaults.has(identifier.precise)) continue;
    const name = pathComponents.join(".");
    members.set(name, (members.get(name) ?? 0) + 1);
  }
}

/** @type {Map<string, number>} the number of members with each name that the document has not listed so far */
const missing = new Map(members);
let type = "";
for (const [index, text] of readFileSync(path, "utf8").split("\n").entries()) {
  if (text.startsWith("## ")) type = /^## `(.+)`$/.exec(text)?.[1] ?? "";
  const [, names, here] = text.split("|").map((cell) => cell.trim());
  if (!names?.startsWith("`")) continue;
  for (const [, member] of names.matchAll(/`([^`]+)`/g)) {
    const name = type ? `${type}.${member}` : member;
    if (here === "no") {
      if (members.has(name)) report(index + 1, `${name} is listed as absent, but the module has it`);
      continue;
    }
    const left = missing.get(name) ?? 0;
    if (!left) report(index + 1, `${name} is listed as present, but the module does not have it`);
    missing.set(name, left - 1);
  }
}
for (const [name, left] of missing) if (left > 0) report(1, `${name} is public, but no table lists it as present`);
process.exitCode = differences ? 1 : 0;

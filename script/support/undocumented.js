// Lists the public symbols that have no documentation comment.
//
//     node undocumented.js GRAPH.symbols.json…
//
// The graphs are those of swift-symbolgraph-extract with -skip-synthesized-members and -skip-inherited-docs. Prints
// "file:line: error: …" for each symbol, and fails if there is one.

const { readFileSync } = require("fs");

let missing = 0;
for (const path of process.argv.slice(2)) {
  const graph = JSON.parse(readFileSync(path, "utf8"));
  for (const symbol of graph.symbols) {
    // Symbols that the compiler generates, such as the init(rawValue:) of an enumeration, have no location.
    if (symbol.docComment || !symbol.location) continue;
    const file = decodeURI(symbol.location.uri.replace("file://", ""));
    const name = `${graph.module.name}.${symbol.pathComponents.join(".")}`;
    console.error(`${file}:${symbol.location.position.line + 1}: error: ${name} has no documentation comment`);
    missing += 1;
  }
}
process.exitCode = missing ? 1 : 0;

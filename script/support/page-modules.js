// Writes the modules of the JavaScript package that contain page scripts: `script/package-js` passes the output of the
// program `page-scripts` on standard input, and the folder as the argument.
"use strict";
const fs = require("fs");
const path = require("path");

const [, , folder] = process.argv;
/** @type {{ scripts: { [name: string]: string }, tables: { [name: string]: any } }} */
const { scripts, tables } = JSON.parse(fs.readFileSync(0, "utf8"));
const head = "// Made by script/package-js from the page scripts of the Swift package. Do not edit.\n// @ts-nocheck\n";
/** The globals for which a mock has its own objects; see Packages/causeway/testing/page.js. */
const scope = "{ window, document, MessageChannel, MessagePort, queueMicrotask, addEventListener, connect, contract }";
/** The contract of a bridge without capabilities. A mock replaces it with its own contract. */
const emptyContract = JSON.stringify(JSON.stringify({ causeway: 1, name: "App", members: [] }));

for (const [name, script] of Object.entries(scripts)) {
  if (name === "causeway" && !script.includes(emptyContract)) throw new Error("the script has no empty contract");
  const text = `${head}export default function (scope) {\nconst ${scope} = scope;\n${script.replace(emptyContract, "contract")}\n}\n`;
  fs.writeFileSync(path.join(folder, "scripts", `${name}.js`), text);
}
const constants = Object.entries(tables).map(
  ([name, table]) => `/** @type {any} */\nexport const ${name} = ${JSON.stringify(table)};\n`);
fs.writeFileSync(path.join(folder, "tables.js"), head + constants.join(""));

// Type-checks texts that are not files, together with the declarations of Types.
"use strict";
const fs = require("fs");
const path = require("path");
const { execFileSync } = require("child_process");

/** The compiler that `tsc` on PATH runs. */
const tsc = fs.realpathSync(execFileSync("sh", ["-c", "command -v tsc"], { encoding: "utf8" }).trim());
const ts = require(path.join(path.dirname(tsc), "../lib/typescript.js"));

const root = path.resolve(__dirname, "../..");
const types = path.join(root, "Types");

/** Every declaration file, such as `link.d.ts`. */
const declarations = fs.readdirSync(types).filter((name) => name.endsWith(".d.ts"));

/** The standard library's files are read and parsed once for all programs. */
const parsed = new Map();

/**
 * Type-checks texts under `--strict`.
 * @param {{ [name: string]: string }} texts by file name; the files are in one imaginary folder
 * @param {string[]} names the declaration files that are in the folder too
 * @param {object} options further options of the compiler
 * @returns {{ file: string, line: number, message: string }[]} the errors; lines are counted from 1
 */
function compile(texts, names, options = {}) {
  const folder = path.join(root, "imaginary");
  const files = new Map(Object.entries(texts).map(([name, text]) => [path.join(folder, name), text]));
  for (const name of names) files.set(path.join(folder, name), fs.readFileSync(path.join(types, name), "utf8"));
  const settings = {
    // The standard library is not checked, which would take most of the time: a conflict of a text with it is an error in
    // the text.
    skipDefaultLibCheck: true,
    strict: true, noEmit: true, allowJs: true, checkJs: true, types: [], target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ES2022, moduleResolution: ts.ModuleResolutionKind.NodeJs,
    moduleDetection: ts.ModuleDetectionKind.Force, lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    ...options,
  };
  const host = ts.createCompilerHost(settings);
  const { readFile, fileExists, directoryExists, getSourceFile } = host;
  host.getCurrentDirectory = () => folder;
  host.fileExists = (file) => files.has(file) || fileExists(file);
  host.directoryExists = (name) => name === folder || directoryExists(name);
  host.readFile = (file) => files.get(file) ?? readFile(file);
  host.getSourceFile = (file, version, ...rest) => {
    if (files.has(file)) return ts.createSourceFile(file, files.get(file), version, true);
    if (!parsed.has(file)) parsed.set(file, getSourceFile(file, version, ...rest));
    return parsed.get(file);
  };
  const program = ts.createProgram([...files.keys()], settings, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => ({
    file: file ? path.basename(file.fileName) : "the options",
    line: file ? ts.getLineAndCharacterOfPosition(file, start).line + 1 : 0,
    message: ts.flattenDiagnosticMessageText(messageText, "\n  "),
  }));
}

module.exports = { compile, declarations, root, ts, types };

// Runs a submission with the size as its argument. If it prints nothing, calls its function.
const fs = require("node:fs");
const { createRequire } = require("node:module");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const vm = require("node:vm");

const [file, size] = process.argv.slice(1);
const full = path.resolve(file);
process.argv = [process.argv[0], full, size];
const code = fs.readFileSync(full, "utf8").replace(/^#!.*/, "");
const pattern = /\b(?:function\s*\*?|const|let|var)\s+([A-Za-z_$][\w$]*)/g;
const names = [...new Set([...code.matchAll(pattern)].map(([, name]) => name))];
const isNamed = (name) => /solve|queen|solution/i.test(name);

let hasPrinted = false;
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = (text, ...rest) => {
  hasPrinted ||= String(text).trim() !== "";
  return write(text, ...rest);
};

let found = {};
const loadModule = async () => {
  const exported = await import(pathToFileURL(full));
  found = { ...exported.default, ...exported };
  if (typeof exported.default === "function") found.solve = exported.default;
};
const loadScript = () => {
  const values = names.map((name) => `${name}: typeof ${name} === "undefined" ? undefined : ${name}`);
  const own = { exports: {} };
  const script = `(function (exports, require, module, __filename, __dirname) { ${code}\n;return {${values}}; })`;
  const run = vm.runInThisContext(script, { filename: full });
  const local = run(own.exports, createRequire(full), own, full, path.dirname(full));
  found = { ...local, ...own.exports };
  if (typeof own.exports === "function") found.solve = own.exports;
  if (typeof own.exports !== "function" && typeof module.exports === "function") found.solve = module.exports;
};

const callFunction = () => {
  const functions = Object.entries(found).filter(([, value]) => typeof value === "function" && value.length <= 1);
  const [chosen] = [...functions.filter(([name]) => isNamed(name)), ...functions];
  if (!chosen) return;
  let answer = chosen[1](Number(size));
  if (answer !== null && typeof answer === "object") answer = JSON.stringify([...answer]);
  if (answer !== undefined) fs.writeSync(1, `${answer}\n`);
};

process.on("exit", (status) => {
  if (!hasPrinted && status === 0) callFunction();
});
if (full.endsWith(".mjs") || /^\s*(?:import|export)\b/m.test(code)) loadModule();
else loadScript();

// Counts the problem on standard input with an engine, on this thread, by the module in a folder:
// `node .ci/count-in-node.mjs FOLDER ENGINE`. `.ci/release module` measures it.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, engine] = process.argv.slice(2);
const { initSync, reply } = await import(pathToFileURL(`${folder}/engines.js`));
initSync({ module: new WebAssembly.Module(readFileSync(`${folder}/engines.wasm`)) });
const request = JSON.stringify({ problem: readFileSync(0, "utf8"), engine });
const answer = reply("/count", new TextEncoder().encode(request), undefined, () => {});
console.log(JSON.parse(new TextDecoder().decode(answer.takeBytes())).count);

// A static host with gzip, as the usual ones: `node static-host.mjs FOLDER [PATH]` serves the files of FOLDER below PATH and prints
// the address. With ENCODING=br it compresses with brotli.

import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml",
  ".wasm": "application/wasm", ".webmanifest": "application/manifest+json", ".png": "image/png", ".xml": "application/xml" };

const { ENCODING: encoding = "gzip" } = process.env;
const [folder, path = "/"] = process.argv.slice(2);
/** @type {Map<string, Buffer>} */
const packed = new Map();

const server = createServer((request, response) => {
  const asked = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
  if (!asked.startsWith(path)) return response.writeHead(404).end();
  let file = join(folder, normalize(`/${asked.slice(path.length)}`));
  if (existsSync(file) && statSync(file).isDirectory()) file = join(file, "index.html");
  if (!existsSync(file)) return response.writeHead(404).end();
  const type = TYPES[extname(file)] ?? "application/octet-stream";
  const head = { "content-type": type, "cache-control": asked.includes("/assets/") ? "max-age=31536000, immutable" : "no-cache" };
  if (type === "image/png") {
    response.writeHead(200, head);
    return createReadStream(file).pipe(response);
  }
  const bytes = packed.get(file) ?? (encoding === "br" ? brotliCompressSync(readFileSync(file)) : gzipSync(readFileSync(file), { level: 9 }));
  packed.set(file, bytes);
  response.writeHead(200, { ...head, "content-encoding": encoding, "content-length": bytes.length }).end(bytes);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address && typeof address === "object") console.log(`http://127.0.0.1:${address.port}${path}`);
});

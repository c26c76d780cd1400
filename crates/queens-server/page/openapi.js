/** The page at /api: the description of the API, to read and try out. */

import { button, h, put } from "./shared/dom.js";
import { marked } from "./shared/words.js";

/** @typedef {Record<string, any>} Schema */

/** The largest number of characters of a response that are shown. */
const MAX_SHOWN_LENGTH = 20000;

/** @type {any} */
let description = null;

/**
 * The target of a reference.
 * @param {any} value
 * @returns {any}
 */
function resolve(value) {
  if (!value?.$ref) return value;
  return value.$ref.slice(2).split("/")
    .reduce((/** @type {any} */ at, /** @type {string} */ part) => at[part], description);
}

/**
 * A type in words.
 * @param {Schema} schema
 * @returns {string}
 */
function words(schema) {
  if (schema.$ref) return resolve(schema).enum ? words(resolve(schema)) : schema.$ref.split("/").at(-1);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const named = schema.enum?.filter((/** @type {any} */ value) => value !== null);
  if (named) return named.map((/** @type {any} */ value) => JSON.stringify(value)).join(", ");
  const either = schema.oneOf ?? schema.anyOf;
  if (either) return either.map(words).filter(Boolean).join(" or ");
  if (schema.prefixItems) return `[${schema.prefixItems.map(words).join(", ")}]`;
  if (schema.items) return `list of ${words(schema.items)}`;
  const types = [schema.type ?? "anything"].flat().filter((type) => type !== "null");
  return types.join(" or ");
}

/**
 * The fields of an object, those of its parts among them.
 * @param {Schema} given
 * @returns {{ name: string, schema: Schema, required: boolean }[]}
 */
function fields(given) {
  const schema = resolve(given);
  const own = Object.entries(schema.properties ?? {})
    .map(([name, field]) => ({ name, schema: field, required: schema.required?.includes(name) ?? false }));
  return [...(schema.allOf ?? []).flatMap(fields), ...own]
    .sort((a, b) => Number(b.required) - Number(a.required));
}

/**
 * The fields of an object as a table; false if it has none.
 * @param {Schema} schema
 * @param {string} caption
 */
function table(schema, caption) {
  const rows = fields(schema).map((field) => h("tr", {},
    h("th", { scope: "row" }, h("code", {}, field.name),
      field.required ? "" : h("span", { class: "faint" }, " optional")),
    h("td", {}, words(field.schema)),
    h("td", {}, field.schema.description ?? resolve(field.schema).description ?? "")));
  return rows.length > 0 && h("table", { class: "fields" }, h("caption", {}, caption),
    h("tbody", {}, ...rows));
}

/**
 * Sends the text of the field, and shows the response.
 * @param {string} method
 * @param {() => string} path
 * @param {() => string | undefined} body
 * @param {HTMLElement} shown
 */
async function send(method, path, body, shown) {
  put(shown, "...");
  shown.hidden = false;
  const abort = new AbortController();
  try {
    const answer = await fetch(path(),
      { method, body: body(), headers: body() ? { "content-type": "application/json" } : {},
        signal: abort.signal });
    const bytes = answer.body?.getReader();
    const decoder = new TextDecoder();
    let text = `${answer.status} ${answer.headers.get("content-type") ?? ""}\n`;
    for (let part = await bytes?.read(); part && !part.done
      && text.length < MAX_SHOWN_LENGTH; part = await bytes?.read()) {
      text += decoder.decode(part.value, { stream: true });
    }
    put(shown, text.length < MAX_SHOWN_LENGTH ? text : `${text.slice(0, MAX_SHOWN_LENGTH)}\n... (cut off)`);
    abort.abort();
  } catch (error) {
    put(shown, String(error));
  }
}

/**
 * One address.
 * @param {string} path
 * @param {string} method
 * @param {any} operation
 */
function address(path, method, operation) {
  const content = operation.requestBody?.content["application/json"];
  const example = content && JSON.stringify(content.example);
  const parameters = (operation.parameters ?? []).map((/** @type {any} */ parameter) => ({
    ...parameter,
    input: h("input", { value: parameter.example, "aria-label": `${parameter.name} of ${path}` }),
  }));
  const asked = h("textarea", { rows: 3, spellcheck: "false", "aria-label": `Request to ${path}` },
    example ?? "");
  const shown = h("pre",
    { class: "shown", hidden: true, tabindex: 0, role: "region", "aria-label": `Response of ${path}` });
  const target = () => {
    const query = new URLSearchParams();
    let filled = path;
    for (const { name, in: place, input } of parameters) {
      if (place === "path") filled = filled.replace(`{${name}}`, encodeURIComponent(input.value));
      else query.set(name, input.value);
    }
    return query.size > 0 ? `${filled}?${query}` : filled;
  };
  const curl = example && `curl -s ${location.origin}${path} -H 'content-type: application/json' -d ` +
    `'${example.replaceAll("'", "'\\''")}'`;
  const answers = Object.entries(operation.responses).map(([status, given]) => {
    const response = resolve(given);
    const kinds = Object.entries(response.content ?? {});
    return h("div", {},
      h("p", {}, h("b", {}, status), ` ${response.description} `,
        h("span", { class: "faint" }, kinds.map(([kind]) => kind).join(", "))),
      ...(status < "300" ? kinds.map(([kind, { schema }]) => table(schema, kind)) : []));
  });
  return h("details", { class: "address", id: operation.operationId },
    h("summary", {}, h("code", {}, `${method.toUpperCase()} ${path}`), " ", ...marked(operation.summary)),
    content && table(content.schema, "Request"),
    ...parameters.map((/** @type {any} */ { name, description: words, input }) => h("label", { class: "row" },
      h("code", {}, name), input, words)),
    h("div", { class: "row" }, content && asked,
      button("Send",
        () => send(method.toUpperCase(), target, () => (content ? asked.value : undefined), shown))),
    shown, curl && h("pre", {}, curl), h("h3", {}, "Responses"), ...answers);
}

/** Shows the description. */
async function start() {
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  try {
    description = await (await fetch("/openapi.json")).json();
  } catch (error) {
    main.append(h("p", { class: "bad" }, `The description cannot be loaded: ${error}`));
    return;
  }
  main.append(h("p", {}, ...marked(description.info.description)));
  for (const [path, item] of Object.entries(description.paths)) {
    for (const [method, operation] of Object.entries(item)) main.append(address(path, method, operation));
  }
  const objects = Object.entries(description.components.schemas)
    .filter(([, schema]) => fields(schema).length > 0);
  main.append(h("h2", {}, "Objects"),
    ...objects.map(([name, schema]) => h("details", { id: name }, h("summary", {}, h("code", {}, name)),
      table(schema, schema.description ?? ""))));
  const named = document.getElementById(location.hash.slice(1));
  if (named instanceof HTMLDetailsElement) named.open = true;
}

start();

/** The transport over HTTP, to the server of the page. */

const API_ROOT = new URL("api/v1/", document.baseURI);

/**
 * @param {string} path
 * @param {RequestInit} options
 */
const send = (path, options) => fetch(new URL(path, API_ROOT), options);

/**
 * @param {string} path
 * @param {(job: any) => void} progress
 * @returns {Promise<void>}
 */
export function watch(path, progress) {
  return new Promise((resolve) => {
    const events = new EventSource(new URL(`${path}/events`, API_ROOT));
    events.addEventListener("progress", (event) => progress(JSON.parse(event.data)));
    const finish = () => {
      events.close();
      resolve();
    };
    events.addEventListener("end", finish);
    events.addEventListener("error", finish);
  });
}

/** A server is ready. */
export const prepare = async () => {};

export { send as fetch };

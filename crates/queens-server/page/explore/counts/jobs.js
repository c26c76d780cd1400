/** Jobs: counts that run in the background. */

import { get, request, watch } from "../../shared/api.js";

/** Time between two requests for the state of a job that can no longer be watched, in milliseconds. */
const POLL_INTERVAL = 1000;

/**
 * @typedef {{id: string, problem: string, state: string, done?: number, remaining_seconds?: number | null,
 *   count?: string | number, engine?: string, seconds?: number, outcome?: string}} Job
 */

/**
 * Reports the progress of a job until it ends.
 * @param {Job} job
 * @param {(job: Job) => void} progress
 * @returns {{ended: Promise<Job>, cancel: () => Promise<void>}}
 */
export function followJob(job, progress) {
  const path = `jobs/${encodeURIComponent(job.id)}`;
  const wait = async () => {
    await watch(path, progress);
    for (;;) {
      /** @type {Job} */
      const now = await get(path);
      if (now.state !== "running") return now;
      progress(now);
      await new Promise((resolve) => { setTimeout(resolve, POLL_INTERVAL); });
    }
  };
  const cancel = async () => {
    await request(path, { method: "DELETE" });
  };
  return { ended: wait(), cancel };
}

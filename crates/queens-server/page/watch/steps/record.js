import { isAbort, reason, recording } from "../../shared/api.js";
import { button, choice, disable, h, numberField, save, setText } from "../../shared/dom.js";
import { grouped } from "../../shared/words.js";

/**
 * A button that opens a dialog for saving a stretch of steps as a moving picture: GIF or SVG from the API, or
 * a video, which the browser makes of the GIF.
 *
 * @typedef {{problem: string, engine: string, first: boolean, at: number}} Shown the problem, the engine,
 *   true if it stops at the first solution, and the step that is shown
 */

/** The largest number of frames, and the usual one. */
const MAX_FRAMES = 2000;
const USUAL_FRAMES = 200;

/** Formats of videos, best first. */
const VIDEO_TYPES = [["video/mp4", "mp4"], ["video/webm", "webm"]];

/**
 * The format of videos of this browser: media type and suffix. Reading the frames of a GIF needs a page that
 * the browser trusts.
 */
function videoType() {
  if (!("ImageDecoder" in window) || !("MediaRecorder" in window)) return null;
  return VIDEO_TYPES.find(([type]) => MediaRecorder.isTypeSupported(type)) ?? null;
}

/**
 * Makes a video of a GIF. It takes as long as the video.
 * @param {Blob} gif
 * @param {string} type
 * @param {(share: number) => void} progress called with the share that is done, from 0 to 1
 * @param {AbortSignal} signal
 */
async function videoOf(gif, type, progress, signal) {
  const decoder = new ImageDecoder({ type: gif.type, data: await gif.arrayBuffer() });
  try {
    await Promise.all([decoder.tracks.ready, decoder.completed]);
    const count = decoder.tracks.selectedTrack?.frameCount ?? 0;
    const canvas = h("canvas");
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    /** @param {number} frameIndex */
    const draw = async (frameIndex) => {
      const { image } = await decoder.decode({ frameIndex });
      // Encoders of videos take even numbers of pixels.
      const [width, height] = [image.displayWidth & ~1, image.displayHeight & ~1];
      if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
      context.drawImage(image, 0, 0);
      const { duration } = image;
      image.close();
      return (duration ?? 0) / 1000;
    };
    await draw(0);
    const recorder = new MediaRecorder(canvas.captureStream(30),
      { mimeType: type, videoBitsPerSecond: 2_500_000 });
    /** @type {Blob[]} */
    const chunks = [];
    recorder.addEventListener("dataavailable", ({ data }) => chunks.push(data));
    const stopped = new Promise((resolve) => recorder.addEventListener("stop", resolve));
    recorder.start();
    for (let frame = 0; frame < count && !signal.aborted; frame++) {
      const milliseconds = await draw(frame);
      progress(frame / count);
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
    }
    recorder.stop();
    await stopped;
    signal.throwIfAborted();
    return new Blob(chunks, { type });
  } finally {
    decoder.close();
  }
}

/**
 * Makes a recording in one of the formats `gif`, `svg` and `video`.
 * @param {Shown} shown
 * @param {{from: number, to: number, format: string, delay: number}} wanted `delay` is the time of a step in
 *   milliseconds
 * @param {(share: number) => void} progress
 * @param {AbortSignal} signal
 * @returns {Promise<{name: string, content: Blob}>}
 */
export async function recordSteps({ problem, engine, first }, { from, to, format, delay }, progress, signal) {
  const video = format === "video" ? videoType() : null;
  const picture = await recording({ problem, engine, first, from, to, delay, format: video ? "gif" : format },
    signal);
  const content = video ? await videoOf(picture, video[0], progress, signal) : picture;
  return { name: `${engine}-${problem.replaceAll(/\W+/g, "-")}-${from}-${to}.${video ? video[1] : format}`,
    content };
}

/** @param {() => Shown | null} shown */
export function recordButton(shown) {
  return button("Record ...", () => {
    const now = shown();
    if (now) open(now);
  });
}

/** @param {Shown} shown */
function open(shown) {
  const controller = new AbortController();
  const first = Math.max(1, shown.at);
  const fields = { from: numberField("First step", 1, 1e9, (text) => fields.from.take(text, first)),
    to: numberField("Last step", 1, 1e9, (text) => fields.to.take(text, first)),
    delay: numberField("Milliseconds a step", 20, 10_000, (text) => fields.delay.take(text, 250)) };
  fields.from.take(String(first));
  fields.to.take(String(first + USUAL_FRAMES - 1));
  fields.delay.take("250");
  const video = videoType();
  const format = choice("Format", () => {},
    [["gif", "GIF"], ["svg", "animated SVG"],
      ...(video ? [/** @type {[string, string]} */ (["video", `video (${video[1].toUpperCase()})`])] : [])]);
  const status = h("p", { class: "small", role: "status" });
  const failure = h("p", { class: "bad", role: "alert" });
  const start = button("Save", make, { class: "main" });
  const dialog = h("dialog", { class: "confirm", "aria-labelledby": "record-title" },
    h("h2", { id: "record-title" }, "Record steps"),
    h("p", {},
      `Steps of ${shown.engine} on ${shown.problem}${shown.first ? " up to the first solution" : ""} as a ` +
        `moving picture, at most ${grouped(MAX_FRAMES)} steps; fewer if the engine ends earlier.`),
    h("div", { class: "row" }, fields.from.element, fields.to.element, fields.delay.element, format.element),
    status, failure,
    h("div", { class: "row" }, start, button("Close", () => dialog.close())));

  async function make() {
    const [from, to, delay] = [fields.from, fields.to, fields.delay].map(({ input }) => Number(input.value));
    setText(failure, "");
    disable(start, "The steps are being drawn");
    setText(status, "Drawing the steps ...");
    try {
      const progress = (/** @type {number} */ share) => setText(status,
        `Recording the video: ${Math.round(share * 20) * 5} %. Keep this page in view.`);
      const { name, content } = await recordSteps(shown, { from, to, delay, format: format.select.value },
        progress, controller.signal);
      save(name, content.type, content);
      setText(status, `Saved as ${name}, ${grouped(Math.ceil(content.size / 1024))} kB.`);
    } catch (error) {
      setText(status, "");
      if (!isAbort(error)) setText(failure, reason(error));
    }
    disable(start, "");
  }

  dialog.addEventListener("close", () => {
    controller.abort();
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
}

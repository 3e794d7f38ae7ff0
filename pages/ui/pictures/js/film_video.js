// A film as a video: its moments are painted on a canvas, which the browser records while they pass.
import { element } from "../../canvas/js/dom.js";
import { momentAt } from "../../timeline/js/player.js";
import { momentParts } from "../../timeline/js/moment_words.js";
import { imageOf, plainImage, SHARP } from "./raster.js";
import { standIn, takeDown } from "./stand_in.js";
import { EDGE_OF_FILE, layerText, paintMoment, stillFrom } from "./still.js";

const RUN_TIME = 8; // seconds of the whole run,
const LAST_TIME = 1.5; // and of its last moment
const FRAMES = 25; // a second
const BITS = 6e6; // a second
const NUMBERS = { size: 14, high: 22 }; // of the numbers below the picture
/** Slides play MP4; not every browser can make it. */
const TYPES = [["video/mp4;codecs=avc1.42E028", "MP4"], ["video/webm;codecs=vp8", "WebM"], ["video/webm", "WebM"]];

/** The kind of video that this browser records: its type and its name; none where it records none. */
export const videoType = () => TYPES.find(([type]) => globalThis.MediaRecorder?.isTypeSupported(type)) ?? null;

/** The picture of a film, from its first moment to its last.
 * @type {(film: PageFilm, making: Making) => Promise<Blob>} */
export async function videoOf({ store, figures }, { title, white, tell }) {
  const F = { ...store }; // the visitor may go on with the film of the page
  const T = await standIn(figures[0].canvas, white);
  try {
    const scene = await sceneOf(T, title);
    const recorded = recording(scene.canvas);
    const began = performance.now();
    let shown = -1;
    for (let passed = 0; passed < RUN_TIME + LAST_TIME; passed = (performance.now() - began) / 1000) {
      const k = momentAt(F.film, Math.min(passed / RUN_TIME, 1) * F.film.total);
      if (k !== shown) await paintScene(scene, T, F, (shown = k));
      drawScene(scene); // a moment that stays is recorded too
      tell(`${Math.round((100 * passed) / (RUN_TIME + LAST_TIME))} %`);
      await new Promise((later) => setTimeout(later, 1000 / FRAMES));
    }
    return await recorded.end();
  } finally {
    takeDown(T);
  }
}

/** Records what is painted on a canvas from now on. A browser may say that it can, and record nothing.
 * @type {(canvas: HTMLCanvasElement) => { end: () => Promise<Blob> }} */
export function recording(canvas) {
  const [type] = videoType();
  const recorder = new MediaRecorder(canvas.captureStream(FRAMES), { mimeType: type, videoBitsPerSecond: BITS });
  /** @type {Blob[]} */
  const chunks = [];
  recorder.ondataavailable = (ev) => chunks.push(ev.data);
  /** @type {Promise<Blob>} */
  const video = new Promise((done, fail) => {
    recorder.onerror = (ev) => fail(ev.error);
    recorder.onstop = () => {
      const blob = new Blob(chunks, { type: type.split(";")[0] });
      if (blob.size) done(blob);
      else fail(new Error("this browser recorded an empty video; save the film as HTML."));
    };
  });
  video.catch(() => {}); // whoever ends the recording is told
  recorder.start();
  return {
    end() {
      recorder.stop();
      return video;
    },
  };
}

/** What does not change in a film, as images.
 * @type {(T: StandIn, title: string) => Promise<VideoScene>} */
async function sceneOf(T, title) {
  const still = stillFrom(T, title);
  const { width, height, top, head, plot } = still;
  const [wide, high] = [width + 2 * EDGE_OF_FILE, height + top + 2 * EDGE_OF_FILE + 2 * NUMBERS.high];
  const even = (/** @type {number} */ side) => 2 * Math.round((SHARP * side) / 2); // as codecs want it
  const canvas = element("canvas", { width: even(wide), height: even(high) });
  const fixed = await imageOf(inSvg(still, `${head}<g transform="translate(0,${top})">${plot}</g>`));
  return { canvas, still, theme: T.dom.theme, fixed, under: null, over: null, shades: T.dom.layers.shades, words: [] };
}

/** @type {(still: Still, body: string) => string} */
function inSvg({ width, height, top }, body) {
  const size = `width="${width}" height="${height + top}" viewBox="0 0 ${width} ${height + top}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${body}</svg>`;
}

/** @type {(scene: VideoScene, T: StandIn, F: FilmStore, k: number) => Promise<void>} */
async function paintScene(scene, T, F, k) {
  paintMoment(T, F, k);
  const { under, over } = T.dom.layers;
  const moved = (/** @type {Layer} */ layer) =>
    plainImage(inSvg(scene.still, `<g transform="translate(0,${scene.still.top})">${layerText(layer)}</g>`));
  [scene.under, scene.over] = await Promise.all([moved(under), moved(over)]);
  const { place, step, cost, above, test } = momentParts(F.film, k);
  scene.words = [[place, step], [cost, above, test]].map((parts) => parts.filter(Boolean).join("    "));
}

/** @type {(scene: VideoScene) => void} */
export function drawScene({ canvas, still, theme, fixed, under, over, shades, words }) {
  const { width, height, top } = still;
  const pen = canvas.getContext("2d");
  pen.setTransform(SHARP, 0, 0, SHARP, 0, 0);
  pen.fillStyle = theme.page;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.translate(EDGE_OF_FILE, EDGE_OF_FILE);
  const [x, y, w, h] = ["left", "top", "width", "height"].map((name) => parseFloat(shades.style[name]));
  if (w > 0) pen.drawImage(shades, x, y + top, w, h);
  for (const image of [under, fixed, over]) pen.drawImage(image, 0, 0, width, height + top);
  pen.fillStyle = theme.text;
  pen.font = `${NUMBERS.size}px ${theme.font}`;
  words.forEach((text, n) => pen.fillText(text, 0, height + top + (n + 0.8) * NUMBERS.high, width));
}

// An SVG as pixels. An image knows no type of the page: the one that is used travels inside it.
import { dataUrl } from "./save.js";

export const SHARP = 2; // pixels of the file for one of the screen

/** @type {Map<string, Promise<string>>} */
const FACES = new Map();

/** @type {(text: string) => Promise<Blob>} */
export async function pngOf(text) {
  const image = await imageOf(text);
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: SHARP * image.width, height: SHARP * image.height });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, fail) => {
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("The picture is too large."))));
  });
}

/** @type {(text: string) => Promise<HTMLImageElement>} */
async function imageOf(text) {
  const face = await faceOf();
  const whole = face ? text.replace(/^(<svg[^>]*>)/, `$1<style>${face}</style>`) : text;
  const url = URL.createObjectURL(new Blob([whole], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    await new Promise((done, fail) => { // image.decode() waits for a frame of the page too
      Object.assign(image, { onload: done, onerror: () => fail(new Error("the drawing is no image.")) });
      image.src = url;
    });
    return image;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** The rule of the page's type, with the type inside; "" where it is the computer's own.
 * @type {() => Promise<string>} */
function faceOf() {
  const family = getComputedStyle(document.body).fontFamily.split(",")[0].replaceAll(/["']/g, "").trim();
  if (!FACES.has(family)) FACES.set(family, readFace(family).catch(() => ""));
  return FACES.get(family);
}

/** @type {(family: string) => Promise<string>} */
async function readFace(family) {
  for (const rule of fontRules()) {
    const { style } = rule;
    const name = style.getPropertyValue("font-family").replaceAll(/["']/g, "").trim();
    const upright = (style.getPropertyValue("font-style") || "normal") === "normal";
    const [, url] = /url\(["']?([^"')]+)/.exec(style.getPropertyValue("src")) ?? [];
    if (name !== family || !upright || !url) continue;
    const bytes = await (await fetch(new URL(url, rule.parentStyleSheet.href ?? location.href))).blob();
    const weight = style.getPropertyValue("font-weight") || "400";
    return `@font-face{font-family:"${name}";font-weight:${weight};src:url(${await dataUrl(bytes)})}`;
  }
  return "";
}

/** @type {() => CSSFontFaceRule[]} */
function fontRules() {
  const found = [];
  for (const sheet of document.styleSheets) {
    try {
      found.push(...[...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule));
    } catch {
      // a style sheet of another place tells nothing
    }
  }
  return found;
}

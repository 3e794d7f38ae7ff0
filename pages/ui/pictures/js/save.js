// Files that the browser makes.

const KEPT = 60000; // milliseconds until the browser may forget a file that it saves

/** @type {(blob: Blob, name: string) => void} */
export function saveFile(blob, name) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  Object.assign(link, { href: url, download: name });
  link.click(); // not in the page, where a click outside of a popover closes it
  setTimeout(() => URL.revokeObjectURL(url), KEPT);
}

/** @type {(blob: Blob) => Promise<string>} */
export function dataUrl(blob) {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = fail;
    reader.readAsDataURL(blob);
  });
}

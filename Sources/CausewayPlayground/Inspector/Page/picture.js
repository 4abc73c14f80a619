/** @typedef {import("./protocol").Picture} Picture */

/** @param {string} base64 */
function bytes(base64) {
  const text = atob(base64);
  const result = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) result[index] = text.charCodeAt(index);
  return result;
}

/**
 * Draws a picture into a canvas, because the inspector's Content-Security-Policy forbids `data:` and `blob:` addresses.
 * Returns whether the picture could be decoded.
 * @param {HTMLCanvasElement} canvas
 * @param {{ mime: string, base64: string }} picture
 */
export async function drawPicture(canvas, { mime, base64 }) {
  try {
    const image = await createImageBitmap(new Blob([bytes(base64)], { type: mime }));
    canvas.width = image.width;
    canvas.height = image.height;
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    image.close();
    return true;
  } catch {
    // Leave the canvas empty. The text below it describes the picture.
    canvas.width = canvas.height = 0;
    return false;
  }
}

/**
 * Reads a file or a taken picture.
 * @param {Blob} blob
 * @param {string} name
 * @returns {Promise<Picture>}
 */
export async function readPicture(blob, name) {
  const reader = new FileReader();
  const address = await new Promise((resolve, reject) => {
    reader.addEventListener("load", () => resolve(reader.result));
    reader.addEventListener("error", () => reject(reader.error));
    reader.readAsDataURL(blob);
  });
  const base64 = String(address).slice(String(address).indexOf(",") + 1);
  return { mime: blob.type || "application/octet-stream", base64, name };
}

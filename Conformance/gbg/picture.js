"use strict";

/** The checks of the pictures in answers to captures. */
const gbgPicture = (() => {
  /** The first bytes of files of each type, in hexadecimal digits. */
  const beginnings = new Map(Object.entries({ "image/jpeg": "ffd8ff", "image/png": "89504e470d0a1a0a" }));

  /**
   * Returns the faults in the fields of a capture. The faults do not quote the file.
   * @param {any} data
   * @returns {string[]}
   */
  function faults({ imageData, mimeType, width, height }) {
    const isSize = (/** @type {any} */ value) => Number.isInteger(value) && value > 0;
    /** @type {[string, boolean][]} */
    const checks = [
      [`width is ${describeShape(width)}`, isSize(width)],
      [`height is ${describeShape(height)}`, isSize(height)],
      [`mimeType is ${JSON.stringify(mimeType)}`, /^image\/[a-z0-9.+-]+$/.test(mimeType)],
      [`imageData is ${describeShape(imageData)}`, typeof imageData === "string" && imageData !== ""],
    ];
    const found = checks.filter(([, isMet]) => !isMet).map(([fault]) => fault);
    return found.length > 0 ? found : fileFaults(imageData, mimeType);
  }

  /**
   * @param {string} imageData
   * @param {string} mimeType
   */
  function fileFaults(imageData, mimeType) {
    if (imageData.startsWith("data:")) return ["imageData is a data: URL, and not base64 alone"];
    if (!isBase64(imageData)) return ["imageData is not base64 in the standard alphabet"];
    const head = [...atob(imageData.slice(0, 16))].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, "0")).join("");
    const beginning = beginnings.get(mimeType);
    return beginning && !head.startsWith(beginning) ? [`the file does not begin like a file of ${mimeType}`] : [];
  }

  /**
   * Returns whether a text is base64 with padding and contains nothing else.
   * @param {string} text
   */
  function isBase64(text) {
    return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
  }

  /**
   * Decodes the picture with the browser engine and returns the faults in its size and type.
   * @param {any} data
   * @returns {Promise<string[]>}
   */
  async function sizeFaults({ imageData, mimeType, width, height }) {
    const image = new Image();
    image.src = `data:${mimeType};base64,${imageData}`;
    try {
      await image.decode();
    } catch {
      return [`this engine cannot read the file as ${mimeType}`];
    }
    const { naturalWidth, naturalHeight } = image;
    if (naturalWidth === width && naturalHeight === height) return [];
    return [`the answer states ${width}×${height}, but the picture has ${naturalWidth}×${naturalHeight}`];
  }

  return { faults, isBase64, sizeFaults };
})();

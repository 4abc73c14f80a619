import { Camera } from "./camera.js";
import { icon, make, setAttribute } from "./dom.js";
import { drawPicture, readPicture } from "./picture.js";
/** @typedef {import("./protocol").FormActions} FormActions */
/** @typedef {import("./form.js").Part} Part */

/**
 * Makes a field for a picture, which comes from a file or from the computer's camera.
 * @param {FormActions} actions
 * @returns {Part}
 */
export function picturePart(actions) {
  /** @type {import("./protocol").PictureField | undefined} */
  let shown;
  let drawn = "";
  const label = make("p", { class: "label" });
  const canvas = make("canvas", { role: "img", hidden: true });
  const about = make("p", { class: "about" });
  const mistake = make("p", { class: "mistake", role: "alert", hidden: true });
  const input = make("input", { type: "file", hidden: true });
  input.addEventListener("change", () => void take(input.files?.[0]));
  const camera = new Camera((picture) => void take(picture, "camera.jpg"), (text) => fail(text));
  const file = make("button", {
    class: "button", type: "button", data: { role: "secondary" }, on: { click: () => input.click() },
  }, icon("picture"), make("span", { text: "Choose a file" }));
  const shoot = make("button", {
    class: "button", type: "button", data: { role: "secondary" },
    on: { click: () => void camera.start(shown?.capture ?? "environment") },
  }, icon("camera"), make("span", { text: "Use the camera" }));
  const area = make("div", { class: "drop" }, canvas, camera.node, about, make("div", { class: "buttons" }, file, shoot));
  const node = make("div", { class: "picture" }, label, area, input, mistake);

  const fail = (/** @type {string} */ text) => {
    mistake.textContent = text;
    mistake.hidden = !text;
  };
  const take = async (/** @type {Blob | undefined} */ blob, /** @type {string | undefined} */ name = undefined) => {
    if (!blob || !shown) return;
    fail("");
    const title = name ?? (blob instanceof File ? blob.name : "picture");
    if (!blob.type.startsWith("image/")) return fail(`“${title}” is not a picture. Choose a PNG or JPEG file.`);
    try {
      actions.input(shown.id, await readPicture(blob, title));
    } catch (error) {
      fail(`“${title}” could not be read: ${error instanceof Error ? error.message : error}. Choose another file.`);
    }
    input.value = "";
  };
  area.addEventListener("dragover", (event) => {
    event.preventDefault();
    area.classList.add("over");
  });
  area.addEventListener("dragleave", () => area.classList.remove("over"));
  area.addEventListener("drop", (event) => {
    event.preventDefault();
    event.stopPropagation();
    area.classList.remove("over");
    void take(event.dataTransfer?.files[0]);
  });

  return {
    node,
    end: () => camera.stop(),
    /** @param {import("./protocol").PictureField} element */
    update(element) {
      shown = element;
      label.textContent = element.label;
      setAttribute(input, "accept", element.accept);
      const { chosen } = element;
      canvas.hidden = !chosen;
      setAttribute(canvas, "aria-label", chosen ? `The chosen picture ${chosen.name ?? ""}` : undefined);
      about.textContent = chosen ? describe(chosen) : "Drop a picture here, or choose one.";
      if (chosen && chosen.base64 !== drawn) void drawPicture(canvas, chosen);
      drawn = chosen?.base64 ?? "";
    },
  };
}

/** @param {import("./protocol").Picture} picture */
function describe({ name, width, height, mime }) {
  const dimensions = width && height ? `${width} × ${height} pixels` : "";
  return [name, dimensions, mime.replace("image/", "").toUpperCase()].filter(Boolean).join(" · ");
}

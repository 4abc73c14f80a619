import { album, element, explain } from "./app.js";

const dialog = element("viewer", HTMLDialogElement);
const title = element("title", HTMLInputElement);
const image = /** @type {HTMLImageElement} */ (dialog.querySelector("img"));

/** @type {import("./contract").Photo} */
let shown;

/**
 * Shows a photo, its title, and the button that removes it.
 * @param {import("./contract").Photo} photo @param {string} picture the address of the picture
 */
export function view(photo, picture) {
  shown = photo;
  image.src = picture;
  image.alt = photo.title;
  title.value = photo.title;
  dialog.returnValue = "";
  dialog.showModal();
}

dialog.addEventListener("close", async () => {
  const { id } = shown;
  try {
    if (dialog.returnValue === "remove") await album.photos.remove(id);
    else if (title.value !== shown.title) await album.photos.rename({ id, title: title.value });
  } catch (error) {
    explain(error);
  }
});

import { album, element, explain } from "./app.js";
import { view } from "./viewer.js";

/** @typedef {import("./contract").Photo} Photo */

const list = element("photos", HTMLUListElement);
const count = element("count", HTMLElement);
const none = element("none", HTMLElement);

/** The items of the photos that are shown, by id. @type {Map<string, ReturnType<typeof makeItem>>} */
const items = new Map();

/**
 * Shows these photos, in this order.
 * @param {Photo[]} photos @param {string} words the searched words
 */
export function showPhotos(photos, words) {
  const ids = new Set(photos.map(({ id }) => id));
  for (const [id, item] of items) {
    if (ids.has(id)) continue;
    item.remove();
    items.delete(id);
  }
  for (const photo of photos) {
    const item = items.get(photo.id) ?? makeItem(photo.id);
    items.set(photo.id, item);
    item.show(photo);
  }
  count.textContent = photos.length === 1 ? "1 photo" : `${photos.length} photos`;
  none.hidden = photos.length > 0;
  none.textContent = words ? `No photo is named “${words}”` : "The album is empty";
}

/** @param {string} id */
function makeItem(id) {
  const [item, button, image, title] = ["li", "button", "img", "span"].map((tag) => document.createElement(tag));
  const picture = /** @type {HTMLImageElement} */ (image);
  button.append(picture, title);
  item.append(button);
  /** @type {Photo} */
  let photo;
  button.addEventListener("click", () => view(photo, picture.src));
  loadPicture(id, picture);
  return {
    /** @param {Photo} shown */
    show(shown) {
      photo = shown;
      title.textContent = shown.title;
      picture.alt = shown.title;
      list.append(item); // also moves an item that is already in the list
    },
    remove() {
      item.remove();
      URL.revokeObjectURL(picture.src);
    },
  };
}

/** @param {string} id @param {HTMLImageElement} image */
async function loadPicture(id, image) {
  try {
    image.src = URL.createObjectURL(new Blob([await album.photos.picture(id)]));
  } catch (error) {
    // Ignore the error if the photo was removed in the meantime, because its item is then removed too.
    if (!(error instanceof album.errors.PhotoMissing)) explain(error);
  }
}

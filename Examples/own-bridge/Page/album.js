import { album, element, explain, say } from "./app.js";
import { showPhotos } from "./grid.js";
import { addPhotos } from "./upload.js";

const words = element("words", HTMLInputElement);
/** @type {AbortController | undefined} */
let search;

/** Shows the photos that match the words, until the words change. The app sends the list again after each change. */
async function find() {
  search?.abort();
  const { signal } = (search = new AbortController());
  try {
    for await (const photos of album.photos.search(words.value, { signal })) showPhotos(photos, words.value);
  } catch (error) {
    if (!signal.aborted) explain(error);
  }
}

if (album) {
  words.addEventListener("input", find);
  find();

  album.on.changed((change) => {
    if (change.added) say(`“${change.added.photo.title}” was added`);
    else if (change.renamed) say(`The photo is now named “${change.renamed.photo.title}”`);
    else say(`“${change.removed.photo.title}” was removed`);
  });

  const files = element("files", HTMLInputElement);
  files.addEventListener("change", () => {
    addPhotos(files.files);
    files.value = "";
  });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    addPhotos(event.dataTransfer?.files);
  });
} else {
  document.body.classList.add("alone");
  element("outside", HTMLElement).hidden = false;
}

import { album, element, explain, say } from "./app.js";

const list = element("photos", HTMLUListElement);

/**
 * Adds files to the album, all at the same time.
 * @param {FileList | null | undefined} files
 */
export function addPhotos(files) {
  for (const file of files ?? []) addPhoto(file);
}

/**
 * Sends a picture to the app. The app reads the picture piece by piece, so that it can be larger than the available
 * memory.
 * @param {File} file
 * @param {CausewaySource} [source] the bytes of the file
 */
export async function addPhoto(file, source = file) {
  const controller = new AbortController();
  const tile = makeTile(file.name, () => controller.abort());
  try {
    const title = file.name.replace(/\.\w+$/, "");
    await album.photos.add({ title, bytes: file.size }, source, {
      signal: controller.signal,
      onProgress: ({ bytes, total }) => tile.show(bytes / total),
    });
  } catch (error) {
    if (controller.signal.aborted) return;
    if (error instanceof album.errors.PhotoTooLarge) {
      say(`“${file.name}” is larger than ${error.details.most >> 20} MB`);
    } else {
      explain(error);
    }
  } finally {
    tile.remove();
  }
}

/**
 * Shows that a file is being sent.
 * @param {string} name @param {() => void} cancel
 */
function makeTile(name, cancel) {
  const item = document.createElement("li");
  item.className = "upload";
  const title = document.createElement("span");
  title.textContent = name;
  const progress = document.createElement("progress");
  progress.setAttribute("aria-label", `Sending ${name}`);
  const button = document.createElement("button");
  button.textContent = "Cancel";
  button.addEventListener("click", cancel);
  item.append(title, progress, button);
  list.prepend(item);
  return {
    /** @param {number} fraction */
    show: (fraction) => void (progress.value = fraction),
    remove: () => item.remove(),
  };
}

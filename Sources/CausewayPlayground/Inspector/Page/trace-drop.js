/**
 * Lets the person open a trace with a button, or drop its file anywhere.
 * @param {HTMLElement} button
 * @param {HTMLInputElement} input
 * @param {(name: string, text: string) => void} open
 */
export function listenForFiles(button, input, open) {
  const read = async (/** @type {File | undefined} */ file) => {
    if (file) open(file.name, await file.text());
    input.value = "";
  };
  button.addEventListener("click", () => input.click());
  input.addEventListener("change", () => void read(input.files?.[0]));
  // Without this, the browser would leave the inspector and show the file.
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.toggle("dropping", event.dataTransfer?.types.includes("Files") ?? false);
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("dropping");
  });
  document.addEventListener("drop", (event) => {
    document.body.classList.remove("dropping");
    if (event.defaultPrevented) return;
    event.preventDefault();
    void read(event.dataTransfer?.files[0]);
  });
}

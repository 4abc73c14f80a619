/**
 * Runs a stub camera: shows the camera's picture, or a drawing if there is no camera, and posts one picture or
 * `"cancel"` to the app. A picture from a file is drawn on the canvas too, so that the app always gets the same format.
 *
 * @param {string} handlerName the app's message handler
 * @param {"document" | "selfie"} subject
 * @param {string} mimeType the picture's format
 * @param {number} longestSide the maximum length of the picture's longer side, in pixels
 */
function gbgStubCamera(handlerName, subject, mimeType, longestSide) {
  const handler = /** @type {any} */ (window).webkit.messageHandlers[handlerName];
  const isSelfie = subject === "selfie";

  /** @template {HTMLElement} Kind @param {string} id @param {new () => Kind} kind @returns {Kind} */
  function element(id, kind) {
    const found = document.getElementById(id);
    if (!(found instanceof kind)) throw new Error(`The page of the stub camera has no #${id}.`);
    return found;
  }

  const live = element("live", HTMLVideoElement);
  const picture = element("picture", HTMLCanvasElement);
  const status = element("status", HTMLParagraphElement);
  const file = element("file", HTMLInputElement);
  const [take, use, again, choose, cancel] = ["take", "use", "again", "choose", "cancel"].map((id) =>
    element(id, HTMLButtonElement));

  /** @type {MediaStream | undefined} */
  let stream;
  /** The reason why there is no camera, as a text for the user. */
  let absence = "";
  /** Whether the picture was sent or the user has cancelled. */
  let hasEnded = false;

  element("headline", HTMLHeadingElement).textContent = isSelfie ? "Take a picture of yourself" : "Photograph the document";
  live.classList.toggle("mirrored", isSelfie);

  /** @param {string} text */
  function say(text, isError = false) {
    status.textContent = text;
    status.classList.toggle("error", isError);
  }

  /** Shows the camera's picture, or the drawing if there is no camera. */
  function showCamera() {
    live.hidden = !stream;
    picture.hidden = Boolean(stream);
    if (!stream) draw();
    say(stream ? "" : absence);
    showButtons(false);
  }

  /** Shows the picture that was taken or chosen. */
  function showPicture() {
    live.hidden = true;
    picture.hidden = false;
    picture.setAttribute("aria-label", "The picture");
    say("");
    showButtons(true);
  }

  /** @param {boolean} isTaken */
  function showButtons(isTaken) {
    take.hidden = isTaken;
    take.disabled = false;
    use.hidden = again.hidden = !isTaken;
    (isTaken ? use : take).focus();
  }

  // The camera

  async function start() {
    take.disabled = true;
    say("Looking for a camera …");
    try {
      const facingMode = isSelfie ? "user" : "environment";
      const video = { facingMode, width: { ideal: 1920 }, height: { ideal: 1080 } };
      stream = await navigator.mediaDevices.getUserMedia({ video });
      if (hasEnded) return stop();
      live.srcObject = stream;
      stream.getVideoTracks()[0].onended = () => lose("The camera was disconnected.");
      await live.play();
      // The user may have chosen a file while the system asked for permission to use the camera.
      if (use.hidden) showCamera();
    } catch (error) {
      lose(reason(error));
    }
  }

  /** @param {unknown} error */
  function reason(error) {
    const name = error instanceof Error ? error.name : "";
    if (name === "NotAllowedError") return "This app may not use the camera. Allow it in the settings of the system.";
    if (name === "NotReadableError") return "Another program uses the camera. Close that program and try again.";
    return "No camera was found. Connect one and try again, or choose a file.";
  }

  /** @param {string} why */
  function lose(why) {
    stop();
    absence = `${why} A drawing is used instead of a camera picture.`;
    if (use.hidden) showCamera();
  }

  function stop() {
    for (const track of stream?.getTracks() ?? []) track.stop();
    stream = undefined;
    live.srcObject = null;
  }

  // The picture

  /**
   * Draws a picture on the canvas and reduces it to `longestSide` if it is larger.
   * @param {CanvasImageSource} source
   * @param {number} width
   * @param {number} height
   */
  function copy(source, width, height) {
    const scale = Math.min(1, longestSide / Math.max(width, height));
    picture.width = Math.max(1, Math.round(width * scale));
    picture.height = Math.max(1, Math.round(height * scale));
    context().drawImage(source, 0, 0, picture.width, picture.height);
  }

  function context() {
    const context = picture.getContext("2d");
    if (!context) throw new Error("The stub camera cannot draw on its canvas.");
    return context;
  }

  /** Draws a document or a head. Both are clearly drawings, so that no developer mistakes them for photographs. */
  function draw() {
    [picture.width, picture.height] = isSelfie ? [960, 1280] : [1280, 806];
    picture.setAttribute("aria-label", isSelfie ? "A drawing of a person" : "A drawing of a document");
    const pen = context();
    pen.fillStyle = "#d9dfee";
    pen.fillRect(0, 0, picture.width, picture.height);
    pen.fillStyle = "#7485b4";
    const [x, y, size] = isSelfie ? [480, 560, 250] : [270, 360, 100];
    pen.beginPath();
    pen.ellipse(x, y, size * 0.8, size, 0, 0, 2 * Math.PI);
    pen.fill();
    pen.beginPath();
    pen.ellipse(x, y + size * 2.4, size * 1.6, size * 1.2, 0, Math.PI, 2 * Math.PI);
    pen.fill();
    pen.font = "600 56px system-ui, sans-serif";
    if (isSelfie) {
      pen.textAlign = "center";
      pen.fillText("STUB", 480, 160);
    } else {
      pen.textAlign = "start";
      pen.fillText("STUB DOCUMENT", 500, 250);
      for (const [row, width] of [[0, 620], [1, 480], [2, 560], [3, 300]]) pen.fillRect(500, 320 + row * 80, width, 30);
    }
  }

  /** @param {File} chosen */
  async function read(chosen) {
    try {
      const bitmap = await createImageBitmap(chosen);
      copy(bitmap, bitmap.width, bitmap.height);
      bitmap.close();
      showPicture();
    } catch {
      showCamera();
      say(`“${chosen.name}” cannot be read as a picture. Choose a PNG or JPEG file.`, true);
    }
  }

  async function send() {
    use.disabled = again.disabled = choose.disabled = true;
    /** @type {Blob | null} */
    const blob = await new Promise((resolve) => { picture.toBlob(resolve, mimeType, 0.9); });
    if (hasEnded) return;
    if (blob?.type !== mimeType) {
      use.disabled = again.disabled = choose.disabled = false;
      return say("The picture could not be encoded. Take another one.", true);
    }
    const reader = new FileReader();
    reader.onload = () => {
      if (hasEnded) return;
      hasEnded = true;
      stop();
      const url = String(reader.result);
      handler.postMessage({ image: url.slice(url.indexOf(",") + 1), width: picture.width, height: picture.height });
    };
    reader.readAsDataURL(blob);
  }

  function giveUp() {
    if (hasEnded) return;
    hasEnded = true;
    stop();
    handler.postMessage("cancel");
  }

  take.onclick = () => {
    if (stream) copy(live, live.videoWidth, live.videoHeight);
    showPicture();
  };
  use.onclick = send;
  again.onclick = showCamera;
  cancel.onclick = giveUp;
  choose.onclick = () => file.click();
  file.onchange = () => {
    const chosen = file.files?.[0];
    if (chosen) read(chosen);
    // Reset the value. Otherwise choosing the same file again would not cause a change event.
    file.value = "";
  };
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") giveUp();
  });
  start();
}

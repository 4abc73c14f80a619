import { make } from "./dom.js";

/**
 * The reasons why a camera cannot be used, by the names of the browser's errors.
 * @type {{ [name: string]: string }}
 */
const mistakes = {
  NotAllowedError: "The browser does not allow this page to use the camera. Allow it in the address bar, or choose a file.",
  NotFoundError: "This computer has no camera. Choose a file.",
  NotReadableError: "Another program uses the camera. Close it, or choose a file.",
  OverconstrainedError: "This computer has no camera of the requested kind. Choose a file.",
};

/** The computer's camera with its live picture and the button that takes the picture. */
export class Camera {
  /** @type {MediaStream | undefined} */
  #stream;
  #isWanted = false;
  #video = make("video", { aria: { label: "The camera" } });
  #take;

  /**
   * @param {(picture: Blob) => void} onPicture
   * @param {(text: string) => void} onMistake receives a sentence for the person, or an empty text
   */
  constructor(onPicture, onMistake) {
    this.onPicture = onPicture;
    this.onMistake = onMistake;
    this.#video.muted = true;
    this.#video.playsInline = true;
    this.#take = make("button", {
      class: "button", type: "button", text: "Take the picture", disabled: true, on: { click: () => void this.#shoot() },
    });
    const leave = make("button", {
      class: "button", type: "button", text: "Stop the camera", data: { role: "secondary" },
      on: { click: () => this.stop() },
    });
    this.node = make("div", { class: "camera", hidden: true }, this.#video,
      make("div", { class: "buttons" }, this.#take, leave));
  }

  /** @param {"user" | "environment"} side the direction that the camera faces */
  async start(side) {
    if (this.#isWanted) return;
    this.#isWanted = true;
    this.onMistake("");
    try {
      if (!navigator.mediaDevices) throw new DOMException("", "NotAllowedError");
      const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: side }, audio: false });
      // Stop the camera if the sheet has ended while the browser was asking the person.
      if (!this.#isWanted) return stop(stream);
      this.#stream = stream;
      this.#video.srcObject = stream;
      this.node.hidden = false;
      this.node.classList.toggle("mirrored", side === "user");
      await this.#video.play();
      this.#take.disabled = false;
      this.#take.focus();
    } catch (error) {
      const name = error instanceof Error ? error.name : "";
      if (this.#isWanted) this.onMistake(mistakes[name] ?? `The camera does not work: ${error}. Choose a file.`);
      this.stop();
    }
  }

  stop() {
    this.#isWanted = false;
    if (this.#stream) stop(this.#stream);
    this.#stream = undefined;
    this.#video.srcObject = null;
    this.#take.disabled = true;
    this.node.hidden = true;
  }

  async #shoot() {
    const { videoWidth, videoHeight } = this.#video;
    const canvas = make("canvas");
    canvas.width = videoWidth;
    canvas.height = videoHeight;
    canvas.getContext("2d")?.drawImage(this.#video, 0, 0);
    const picture = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.92));
    this.stop();
    if (picture) this.onPicture(picture);
    else this.onMistake("The camera gave no picture. Try again, or choose a file.");
  }
}

/** @param {MediaStream} stream */
function stop(stream) {
  for (const track of stream.getTracks()) track.stop();
}

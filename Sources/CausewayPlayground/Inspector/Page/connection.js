import { keepToken } from "./token.js";
/** @typedef {import("./protocol").ServerMessage} ServerMessage */
/** @typedef {import("./protocol").ClientMessage} ClientMessage */

/**
 * The state of the connection. "refused": a server answers, but refuses this tab's token.
 * @typedef {"connecting" | "open" | "gone" | "refused"} State
 */

/** The time before the inspector tries again, in milliseconds, by the number of failures. */
const pauses = [250, 500, 1000, 2000, 3000];

/** The inspector's WebSocket, which reconnects automatically. */
export class Connection {
  /** @type {State} */
  state = "connecting";
  /**
   * Called after each change of the state.
   * @type {(state: State) => void}
   */
  onState = () => {};
  /** @type {(message: Exclude<ServerMessage, { type: "token" }>, length: number) => void} */
  onMessage = () => {};

  /** @type {WebSocket | undefined} */
  #socket;
  #failures = 0;
  #timer = 0;
  #token;

  /** @param {string} token */
  constructor(token) {
    this.#token = token;
    // When the computer is online again or the tab becomes visible, try at once instead of waiting for the timer.
    addEventListener("online", () => this.retry());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.retry());
  }

  open() {
    clearTimeout(this.#timer);
    if (this.#socket?.readyState === WebSocket.CONNECTING) return;
    const address = new URL(`inspector?token=${encodeURIComponent(this.#token)}`, document.baseURI);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.#socket = socket;
    let wasOpen = false;
    socket.addEventListener("open", () => {
      wasOpen = true;
      this.#failures = 0;
      this.#set("open");
    });
    socket.addEventListener("message", ({ data }) => {
      if (typeof data !== "string") return;
      // Confirm the message, because the server disconnects an inspector that does not confirm.
      socket.send("=");
      /** @type {ServerMessage} */
      const message = JSON.parse(data);
      if (message.type !== "token") return this.onMessage(message, data.length);
      this.#token = message.token;
      keepToken(message.token);
    });
    socket.addEventListener("close", () => void this.#lost(socket, wasOpen));
  }

  /** Tries at once if the server is gone. */
  retry() {
    if (this.state === "gone" || this.state === "refused") this.open();
  }

  /**
   * Sends a message. Returns whether there is a connection.
   * @param {ClientMessage} message
   */
  send(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** @param {WebSocket} socket @param {boolean} wasOpen */
  async #lost(socket, wasOpen) {
    // A browser does not say why a WebSocket was refused. If the page itself can be fetched, the server is there, and
    // the token must be wrong.
    const isThere = !wasOpen && (await answers());
    // The person has tried again in the meantime.
    if (socket !== this.#socket) return;
    this.#set(isThere ? "refused" : "gone");
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.open(), pauses[Math.min(this.#failures, pauses.length - 1)]);
    this.#failures += 1;
  }

  /** @param {State} state */
  #set(state) {
    if (state === this.state) return;
    this.state = state;
    this.onState(state);
  }
}

/** Returns whether a server answers at this page's address. */
async function answers() {
  try {
    return (await fetch(document.baseURI, { method: "HEAD", cache: "no-store" })).ok;
  } catch {
    // A network error means that no server listens.
    return false;
  }
}

/**
 * `MessageChannel` and `MessagePort` as browsers have them, for the page runtime, which uses them to run work in the
 * next task of the event loop. Node's classes define the ports on each object instead of on the prototype, and keep the
 * process running.
 */

// Save the function now, so that a test that later replaces the timers does not stop the streams.
const { setTimeout } = globalThis;

class Port {
  /** @type {Port | undefined} */
  peer;
  /** @type {((event: { data: any }) => void) | undefined} */
  listener;

  set onmessage(/** @type {any} */ listener) {
    this.listener = listener;
  }

  /** @param {any} data */
  postMessage(data) {
    setTimeout(() => this.peer?.listener?.({ data }));
  }
}

class Channel {
  #first = new Port();
  #second = new Port();

  constructor() {
    this.#first.peer = this.#second;
    this.#second.peer = this.#first;
  }

  get port1() {
    return this.#first;
  }

  get port2() {
    return this.#second;
  }
}

const isLikeBrowsers = typeof MessageChannel === "function" && "port1" in MessageChannel.prototype;

export const channels = isLikeBrowsers ? { MessageChannel, MessagePort } : { MessageChannel: Channel, MessagePort: Port };

/** The time after which the inspector assumes that the server has read an input, in milliseconds. */
const timeout = 3_000;

/**
 * The inputs of a field, which decide whether a value from the server replaces what the person types. The server sends
 * the form back after each input, perhaps in another form ("42424" as "4242 4"), and the person may have typed more in
 * the meantime: an older text must not come back.
 */
export class Echo {
  /**
   * The inputs that the server may not have read yet, oldest first.
   * @type {{ plain: string, at: number }[]}
   */
  #sent = [];

  /**
   * Records an input that is sent.
   * @param {string} value
   */
  note(value) {
    this.#sent.push({ plain: plain(value), at: performance.now() });
  }

  /**
   * Returns whether the field should show a value of the server.
   * @param {string} value
   * @param {string} previous the value that the server sent before
   */
  admits(value, previous) {
    const now = performance.now();
    this.#sent = this.#sent.filter(({ at }) => now - at < timeout);
    if (this.#sent.length === 0) return true;
    const text = plain(value);
    const index = this.#sent.findIndex((sent) => sent.plain === text);
    if (index < 0) {
      // An unchanged value shows that the form has changed for another reason, before the server has read the inputs. A
      // new value is the server's own, such as the empty field after a wrong code.
      if (value === previous) return false;
      this.#sent = [];
      return true;
    }
    const isNewest = index === this.#sent.length - 1;
    this.#sent.splice(0, index + 1);
    return isNewest;
  }
}

/**
 * Returns a text without the separators that the server adds for display.
 * @param {string} text
 */
const plain = (text) => text.replace(/[\s/()-]/g, "");

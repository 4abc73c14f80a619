/**
 * Makes the receiving end of a stream from the page. It stores the values that have arrived until they are read, and
 * grants the page more credit.
 *
 * @param {number} size the credit that the page has at first
 * @param {(units: number) => void} grant
 * @param {() => void} [onClose] is called when the reader stops before the end
 */
export function makeInbox(size, grant, onClose) {
  /** @type {{ value: any, units: number }[]} */
  const arrived = [];
  /** @type {{ error: Error | undefined } | undefined} */
  let ending;
  let wake = () => {};
  let hasGranted = onClose !== undefined; // the app's call to the page grants the first credit

  async function* read() {
    try {
      if (!hasGranted) grant(size);
      hasGranted = true;
      for (;;) {
        const next = arrived.shift();
        if (next) {
          if (!ending) grant(next.units);
          yield next.value;
        } else if (ending) {
          if (ending.error) throw ending.error;
          return;
        } else {
          await new Promise((resolve) => (wake = () => resolve(undefined)));
        }
      }
    } finally {
      onClose?.();
    }
  }

  return {
    /**
     * The values that the page sends. Only one reader can use them.
     * @type {AsyncIterable<any>}
     */
    values: read(),
    /** @param {any} value @param {number} units */
    add(value, units) {
      arrived.push({ value, units });
      wake();
    },
    /** @param {Error} [error] */
    end(error) {
      ending ??= { error };
      wake();
    },
    /** Drops the unread values, because the request has ended. */
    close() {
      arrived.length = 0;
      ending ??= { error: new Error("The request has ended.") };
      wake();
    },
  };
}

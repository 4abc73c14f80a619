/**
 * Returns a function that reads the answer to a posted message from WebKitGTK's rejection. The app answers in the text
 * of an error, after U+0001 and a letter (see `ReplyText.swift`), because WebKitGTK does not transfer other answers
 * safely.
 *
 * @param {(json: string) => any} readArgument
 * @returns {(reply: Promise<unknown>) => Promise<any>}
 */
function replyReader(readArgument) {
  const { apply, defineProperty, getOwnPropertyDescriptor } = Reflect;
  const { slice, startsWith } = String.prototype;
  const { then } = Promise.prototype;
  const NativePromise = Promise;

  /** @param {any} value */
  const constant = (value) => /** @type {PropertyDescriptor} */ ({ __proto__: null, value });

  /** @param {any} error */
  function textOf(error) {
    if (typeof error !== "object" || error === null) return undefined;
    const text = getOwnPropertyDescriptor(error, "message")?.value;
    return typeof text === "string" && apply(startsWith, text, ["\u0001"]) ? text : undefined;
  }

  return (reply) => {
    // Setting `constructor` makes the engine chain the promise with its own promise type, even if the page has changed
    // `Promise`.
    defineProperty(reply, "constructor", constant(undefined));
    return new NativePromise((resolve, reject) => {
      /** @param {any} error */
      const settle = (error) => {
        const text = textOf(error);
        if (text === undefined) return reject(error); // an error of WebKit itself, without an answer of the app
        const content = apply(slice, text, [2]);
        switch (text[1]) {
          case "s": return resolve(content);
          case "v": return resolve(readArgument(content));
          case "u": return resolve(undefined);
        }
        defineProperty(error, "message", constant(text[1] === "E" ? readArgument(content) : content));
        reject(error);
      };
      apply(then, reply, [resolve, settle]);
    });
  };
}

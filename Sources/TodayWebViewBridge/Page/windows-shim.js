/**
 * Makes `window.todayWebViewBridge` on Windows over `window.chrome.webview` of WebView2: over its messages, or over a
 * host object with the single method `Handle`. Both look the same to the page.
 *
 * In a sub-frame, every call resolves with `undefined` at once, and only messages that every frame may send are sent to
 * the app. Otherwise a sub-frame would wait forever for an app that does not listen to sub-frames.
 *
 * @param {string[]} channelNames
 * @param {TodayCapabilities} capabilities
 * @param {string} name the member in which messages travel, or the host object's name
 * @param {"messages" | "hostObject"} transport
 */
function todayWindowsShim(channelNames, capabilities, name, transport) {
  const { apply, getOwnPropertyDescriptor } = Reflect;
  const { parse, stringify } = JSON;
  const { then } = Promise.prototype;
  const NativePromise = Promise;
  const NativeString = String;
  const webview = /** @type {any} */ (window).chrome?.webview;
  if (!webview) return;
  // This check is safe, because a page cannot replace `top`.
  const isSubframe = window !== window.top;

  /**
   * Returns the function that sends a message through `chrome.webview.postMessage`.
   *
   * The app may send other messages on the same channel, so only the member `name` of a message is read as an answer.
   * Request ids start again in each document, and WebView2 delivers a message to the document that is shown at that
   * time. Therefore an answer that does not repeat this document's name is ignored, because it belongs to another
   * document.
   * @param {TodayAnswers} answers
   */
  function overMessages({ settle }) {
    const { postMessage } = webview;
    let documentName = "";
    for (const number of crypto.getRandomValues(new Uint32Array(4))) {
      documentName += number.toString(16).padStart(8, "0");
    }
    const head = '{"document":"' + documentName + '",' + stringify(name) + ":";
    webview.addEventListener("message", (/** @type {MessageEvent} */ event) => {
      let { data } = event;
      try {
        if (typeof data === "string") data = parse(data);
      } catch {
        return;
      }
      if (typeof data !== "object" || data === null) return;
      if (getOwnPropertyDescriptor(data, "document")?.value !== documentName) return;
      settle(getOwnPropertyDescriptor(data, name)?.value);
    });
    return (/** @type {string} */ text) => apply(postMessage, webview, [head + text + "}"]);
  }

  /** @param {TodayAnswers} answers */
  function overHostObject({ settle, fail }) {
    const host = webview.hostObjects[name];
    return (/** @type {string} */ text, /** @type {number} */ id) => {
      const answer = new NativePromise((resolve) => resolve(host.Handle(text)));
      /** @param {any} json */
      const onValue = (json) => {
        if (json === null || json === undefined) return settle({ id });
        try {
          settle({ id, result: parse(json) });
        } catch {
          fail(id, "The app's answer cannot be read.");
        }
      };
      /** @param {any} reason */
      const onReason = (reason) => {
        const message = typeof reason === "object" && reason !== null ? reason.message : reason;
        fail(id, message ? NativeString(message) : "The app could not answer.");
      };
      apply(then, answer, [onValue, onReason]);
    };
  }

  todayShim(channelNames, capabilities, (answers) => {
    const send = transport === "messages" ? overMessages(answers) : overHostObject(answers);
    if (!isSubframe) return send;
    return (text, id) => {
      answers.settle({ id });
      if (answers.isForEveryFrame(parse(text))) send(text, id);
    };
  });
}

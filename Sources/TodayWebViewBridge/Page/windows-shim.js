/**
 * `window.todayWebViewBridge` on Windows, over `window.chrome.webview` of WebView2: over its messages, or over a host
 * object with the one method `Handle`. The page cannot tell them apart.
 *
 * A sub-frame is answered `undefined` at once and sends nothing but `track`: an app that does not listen to sub-frames
 * would keep it waiting for ever.
 *
 * @param {string[]} channelNames
 * @param {string} name the member in which messages travel, or the host object's name
 * @param {"messages" | "hostObject"} transport
 */
function todayWindowsShim(channelNames, name, transport) {
  const { apply, getOwnPropertyDescriptor } = Reflect;
  const { parse, stringify } = JSON;
  const { then } = Promise.prototype;
  const NativePromise = Promise;
  const NativeString = String;
  const webview = /** @type {any} */ (window).chrome?.webview;
  if (!webview) return;
  // A page cannot replace `top`.
  const isSubframe = window !== window.top;

  /**
   * The app's own messages travel on the same way: what is not in the member of this channel is none of its answers.
   * WebView2 posts to the document that is shown by then, and request ids begin again in each document: an answer that
   * does not echo the name of this document is for another one.
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

  todayShim(channelNames, (answers) => {
    const send = transport === "messages" ? overMessages(answers) : overHostObject(answers);
    if (!isSubframe) return send;
    return (text, id) => {
      answers.settle({ id });
      if (parse(text).type === "track") send(text, id);
    };
  });
}

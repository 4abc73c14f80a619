/**
 * Stands in for a host object of `chrome.webview.hostObjects`, which only the main frame has.
 *
 * @param {(args: string[]) => void} send
 * @param {string} name the name of the object
 */
function standInForHostObject(send, name) {
  /** @type {Map<string, { resolve: (json: string | null) => void, reject: (reason: Error) => void }>} */
  const open = new Map();
  let latest = 0;
  const Handle = (/** @type {any} */ json) =>
    new Promise((resolve, reject) => {
      if (window !== window.top) throw new Error("There is no such host object in this frame.");
      const number = String(++latest);
      open.set(number, { resolve, reject });
      send([number, String(json)]);
    });
  const hostObjects = { [name]: { Handle } };
  Object.assign(/** @type {any} */ (window).chrome ??= {}, { webview: Object.assign(new EventTarget(), { hostObjects }) });
  return (/** @type {string} */ text) => {
    const { number, json, error } = JSON.parse(text);
    const call = open.get(number);
    open.delete(number);
    if (error === undefined) call?.resolve(json);
    else call?.reject(new Error(error));
  };
}

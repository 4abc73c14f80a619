/**
 * The page's part of the benchmark of photographs.
 */
const capture = (() => {
  const scope = /** @type {any} */ (window);
  const { gbgBridge, photograph } = scope.webkit.messageHandlers;
  /** @type {Map<string, (payload: any) => void>} */
  const open = new Map();
  let latest = 0;

  scope.GBGBridge.receive = (/** @type {any} */ message) => {
    open.get(message.correlationId)?.(message.payload);
    open.delete(message.correlationId);
  };

  /** @param {string} action @returns {Promise<any>} */
  const ask = (action) =>
    new Promise((resolve) => {
      const correlationId = `c${++latest}`;
      open.set(correlationId, resolve);
      gbgBridge.postMessage({ version: "1.0", type: "request", correlationId, payload: { action } });
    });

  /** @type {{ [way: string]: () => Promise<string> }} */
  const ways = {
    raw: () => photograph.postMessage(""),
    gbg: async () => (await ask("camera.document.capture")).data.imageData,
  };

  /**
   * Requests photographs one after another. Returns the time in milliseconds.
   * @param {string} way
   * @param {number} count
   */
  async function photographs(way, count) {
    const take = ways[way];
    const { length } = await take();
    if (length < 5_000_000) throw new Error("the photograph did not arrive whole");
    const start = performance.now();
    for (let round = 0; round < count; round += 1) await take();
    return performance.now() - start;
  }

  /**
   * Sends small requests one after another while photographs arrive. Returns the time of each request in milliseconds.
   * A request that waits long is only one sample, so the caller also weights the samples by their time.
   * @param {string} way
   * @param {number} count
   */
  async function meanwhile(way, count) {
    let isOver = false;
    const coming = photographs(way, count).finally(() => { isOver = true; });
    /** @type {number[]} */
    const times = [];
    while (!isOver) {
      const start = performance.now();
      await ask("capability.query");
      times.push(performance.now() - start);
    }
    await coming;
    return times;
  }

  return { photographs, meanwhile };
})();

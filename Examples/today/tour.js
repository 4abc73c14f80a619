"use strict";

/**
 * @typedef {{ said: string, answered: string, milliseconds: number }} Exchange
 * @typedef {{ text: string, note: string, isError?: boolean, milliseconds?: number, exchanges: Exchange[] }} Answer
 * @typedef {{ title: string, why: string, said: (string | Node)[], ask: () => Promise<Answer>, isLocal?: boolean }} Step
 */

/**
 * Returns a step that sends a message, once or several times at once.
 * @param {string} title
 * @param {string} why
 * @param {any} message
 * @param {(value: any, all: any[]) => string} note what the answer means
 * @param {number} [times]
 * @returns {Step}
 */
function messageStep(title, why, message, note, times = 1) {
  const said = written(message);
  return {
    title,
    why,
    said: Array.from({ length: times }, () => said),
    async ask() {
      const answers = await Promise.all(Array.from({ length: times }, () => askApp(message)));
      const texts = answers.map(({ value, error }) => (error === undefined ? written(value) : `Error: ${error}`));
      const exchanges = answers.map(({ milliseconds }, place) => ({ said, answered: texts[place], milliseconds }));
      const [first] = answers;
      const isError = first.error !== undefined;
      return {
        text: texts[0],
        note: isError ? "the one capability that may reject" : note(first.value, answers.map(({ value }) => value)),
        isError,
        milliseconds: Math.max(...answers.map(({ milliseconds }) => milliseconds)),
        exchanges,
      };
    },
  };
}

/** @type {Step} */
const platformStep = {
  title: "Which app is this?",
  why: "A tag that exists before the first script.",
  said: ["window.__todayWebView"],
  async ask() {
    const start = performance.now();
    const text = written(window.__todayWebView);
    const milliseconds = performance.now() - start;
    const note = text === "undefined" ? "this host sets no tag" : "a hint for rendering";
    return { text, note, exchanges: [{ said: "window.__todayWebView", answered: text, milliseconds }] };
  },
};

/**
 * Returns a step in which a sub-frame requests a token. The answer must not be a token.
 * @returns {Step}
 */
function frameStep() {
  const frame = document.createElement("iframe");
  frame.title = "A page inside this page";
  frame.src = "frame.html";
  const isLoaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
  return {
    title: "A frame tries",
    why: "Only the main page gets tokens.",
    said: [frame],
    async ask() {
      await isLoaded;
      const { text, milliseconds } = await new Promise((resolve) => {
        /** @param {MessageEvent} event */
        const listen = (event) => {
          if (event.source !== frame.contentWindow) return;
          removeEventListener("message", listen);
          resolve(event.data);
        };
        addEventListener("message", listen);
        frame.contentWindow?.postMessage("ask", "*");
      });
      const said = 'in a sub-frame: { type: "refreshToken" }';
      const isError = text !== "undefined" && text !== "no channel";
      const note = isError ? "this must not happen" : "a frame gets no token";
      return { text, note, isError, milliseconds, exchanges: [{ said, answered: text, milliseconds }] };
    },
  };
}

/** @returns {Step[]} */
function tourSteps() {
  const event = { type: "track", ename: "article_opened", parameters: { position: 3 } };
  return [
    platformStep,
    messageStep("Report an event", "The page does not wait until the event is delivered.", event, () => "accepted; there is no answer"),
    messageStep("Headers for requests", "Headers for the page's own requests.", { type: "headers" },
      (value) => (value === undefined ? "this page is not trusted" : "tokens are masked here")),
    messageStep("Three refreshes", "Simultaneous calls share one refresh.", { type: "refreshToken" }, sharedNote, 3),
    messageStep("Begin a session", "A cookie that scripts cannot read.", { type: "establishSession" },
      (value) => (value?.ok ? "the cookie is set" : "no cookie was set")),
    messageStep("From the future", "An app answers undefined to an unknown message.", { type: "readAloud", speed: 1.2 },
      (value) => (value === undefined ? "unknown to this app, and ignored" : "this app knows it")),
    frameStep(),
  ];
}

/** @param {any} value @param {any[]} all */
function sharedNote(value, all) {
  if (value === undefined) return "this page is not trusted";
  const tokens = new Set(all.map((answer) => answer?.authorization));
  return tokens.size === 1 ? "one refresh, the same answer for all three" : `${tokens.size} different tokens`;
}

/** @returns {Promise<void>} */
function pageLoaded() {
  return new Promise((resolve) => {
    if (document.readyState === "complete") resolve();
    else addEventListener("load", () => resolve(), { once: true });
  });
}

/** @returns {Promise<Exchange[]>} */
async function takeTour() {
  const state = /** @type {HTMLElement} */ (document.getElementById("state"));
  const isInside = findBridge() !== undefined;
  document.body.classList.toggle("alone", !isInside);
  /** @type {HTMLElement} */ (document.getElementById("outside")).hidden = isInside;
  /** @type {Exchange[]} */
  const exchanges = [];
  const turns = tourSteps().map((step) => {
    const run = async () => {
      turn.wait();
      const answer = await step.ask();
      turn.fill(answer);
      return answer.exchanges;
    };
    const turn = addTurn(step, run);
    return run;
  });
  if (isInside) {
    state.textContent = "Talking…";
    // Wait until the page is loaded. Otherwise the measured times would include the loading of the page.
    await pageLoaded();
    for (const run of turns) exchanges.push(...(await run()));
    state.textContent = `${exchanges.length} exchanges, all settled`;
    state.classList.add("done");
  } else {
    state.textContent = "No bridge";
  }
  window.__demoDone = true;
  return exchanges;
}

window.__demoDone = false;
window.__demo = takeTour();

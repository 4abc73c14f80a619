"use strict";

/**
 * The final response to each step, at the step's index.
 * @type {(GBGResponsePayload | undefined)[]}
 */
const gbgOutcomes = [];

/**
 * The app's answer to `capability.query`.
 * @type {GBGCapabilities | undefined}
 */
let gbgCapabilities;

/**
 * Returns the reason why a step did not succeed, as text for the user. Returns an empty text if the step succeeded.
 * @param {GBGResponsePayload} payload
 */
function gbgReason(payload) {
  switch (payload.status) {
    case "cancelled": return `Cancelled: ${payload.error.message}`;
    case "unsupported": return `This app does not support this: ${payload.error.message}`;
    case "error": return `${payload.error.message} (${payload.error.code}${payload.error.recoverable ? ", may work later" : ""})`;
    default: return "";
  }
}

/** @param {GBGStep} step @param {GBGStepView} view @param {number} place */
async function gbgTake(step, view, place) {
  // A request for a capability that the app does not list may get no answer. The step would then end only after the
  // timeout.
  if (step.capability && gbgCapabilities && !gbgCapabilities.capabilities[step.capability]?.supported) {
    view.stop("This app does not support this step.");
    return;
  }
  view.ask();
  const payload = await step.ask();
  gbgOutcomes[place] = payload;
  if (payload.status !== "success") return view.stop(gbgReason(payload));
  if (place === 0) gbgCapabilities = /** @type {GBGResponsePayload<"capability.query"> & { data: any }} */ (payload).data;
  step.show(view, payload.data);
}

function gbgShowResult() {
  const { made } = gbgConversation;
  const isWhole = gbgSteps.every((_, place) => gbgOutcomes[place]?.status === "success");
  const missing = gbgSteps.filter((_, place) => gbgOutcomes[place]?.status !== "success").map(({ title }) => title);
  const result = /** @type {HTMLElement} */ (document.getElementById("result"));
  result.className = `result ${isWhole ? "done" : "stopped"}`;
  result.replaceChildren(
    made("h2", "", isWhole ? "Everything is complete" : "Something is missing"),
    made("p", "", isWhole ? "A real journey now sends everything to GBG for comparison. This demo does not."
      : `Still missing: ${missing.join(", ")}.`),
  );
}

/** @returns {Promise<void>} */
function gbgPageLoaded() {
  return new Promise((resolve) => {
    if (document.readyState === "complete") resolve();
    else addEventListener("load", () => resolve(), { once: true });
  });
}

async function gbgJourney() {
  const state = /** @type {HTMLElement} */ (document.getElementById("state"));
  document.body.classList.toggle("alone", !gbgClient.isInApp);
  /** @type {HTMLElement} */ (document.getElementById("outside")).hidden = gbgClient.isInApp;
  gbgClient.listen(gbgConversation.hear);
  const views = gbgSteps.map((step, place) => {
    const view = new GBGStepView(step.title, step.why, async () => {
      views.forEach((each) => each.enable(false));
      await gbgTake(step, view, place);
      gbgShowResult();
      views.forEach((each) => each.enable(true));
    });
    return view;
  });
  if (gbgClient.isInApp) {
    state.textContent = "In progress…";
    // Wait until the page is loaded. Otherwise the measured times would include the loading of the page.
    await gbgPageLoaded();
    gbgClient.tell("user.action", { button: "start" });
    for (const [place, step] of gbgSteps.entries()) await gbgTake(step, views[place], place);
    gbgShowResult();
    views.forEach((view) => view.enable(true));
    // Wait for the pictures. A picture that cannot be decoded is visibly missing, so the error is ignored.
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
    state.textContent = gbgConversation.exchanges.length === 1 ? "1 request, answered" : `${gbgConversation.exchanges.length} requests, all answered`;
    state.classList.add("done");
  } else {
    state.textContent = "No app";
  }
  window.__demoDone = true;
  return gbgConversation.exchanges;
}

window.__demoDone = false;
window.__demo = gbgJourney();

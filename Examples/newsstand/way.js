"use strict";

/** The path of a purchase: its steps, each with its last event. The path shows no signed or secret data. */
const tideWay = (() => {
  /** @type {[TideStation, string, string][]} */
  const stations = [
    ["page", "This page", "shows the paper"],
    ["sdk", "OnsideKit", "sells inside the app"],
    ["store", "The store", "takes the payment, signs the history"],
    ["backend", "The paper's server", "checks the signature"],
    ["merchant", "Merchant API", "confirms the order, server to server"],
    ["ledger", "The ledger", "grants each order once"],
  ];

  const list = /** @type {HTMLElement} */ (document.getElementById("way"));

  /** @type {Map<TideStation, { item: HTMLElement, what: HTMLElement, time: HTMLElement, about: string }>} */
  const places = new Map(stations.map(([station, name, about]) => {
    const item = document.createElement("li");
    const title = made("b", "", name);
    const time = made("span", "time", "");
    const what = made("span", "what", about);
    item.append(title, time, what);
    item.dataset.station = station;
    item.dataset.mark = "idle";
    list.append(item);
    return [station, { item, what, time, about }];
  }));

  /** @param {string} tag @param {string} className @param {string} text */
  function made(tag, className, text) {
    const element = document.createElement(tag);
    element.className = className;
    element.textContent = text;
    return element;
  }

  /**
   * Shows an event of a step.
   * @param {TideStation} station
   * @param {"busy" | "done" | "skipped" | "refused"} mark
   * @param {string} what
   * @param {number} [since] the time at which the event began, from `performance.now()`
   */
  function mark(station, mark, what, since) {
    const place = /** @type {NonNullable<ReturnType<typeof places.get>>} */ (places.get(station));
    place.item.dataset.mark = mark;
    place.what.textContent = what;
    place.time.textContent = since === undefined ? "" : tideWords.time(performance.now() - since);
  }

  /**
   * Resets a step and all later steps to idle.
   * @param {TideStation} station
   */
  function begin(station) {
    const first = stations.findIndex(([name]) => name === station);
    for (const [name] of stations.slice(first)) {
      const place = places.get(name);
      if (!place) continue;
      place.item.dataset.mark = "idle";
      place.what.textContent = place.about;
      place.time.textContent = "";
    }
  }

  return { begin, mark };
})();

"use strict";

// Lets the store's clock tick. Without this script, the pages show the time at which they were loaded.
(() => {
  /** The last time that the store's clock can show: the beginning of the year 9999. */
  const end = 253370764800000;
  const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

  /**
   * Returns a time as the store writes it, such as "21 Nov 2026, 18:31:59 UTC".
   * @param {number} milliseconds since 1970
   */
  function dateAndTime(milliseconds) {
    const date = new Date(milliseconds);
    const time = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()];
    const digits = time.map((part) => String(part).padStart(2, "0")).join(":");
    return `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}, ${digits} UTC`;
  }

  // The store's clock follows the clock of the machine, which also runs while a browser's own timers are suspended.
  const loaded = Date.now();

  for (const clock of document.querySelectorAll("time[data-rate]")) {
    const { now, rate } = /** @type {HTMLElement} */ (clock).dataset;
    const [first, pace] = [Number(now), Number(rate)];
    if (pace === 0) continue;
    let latest = first;
    setInterval(() => {
      // The machine's clock may be set back, but the store's clock never goes back.
      latest = Math.min(Math.max(latest, first + (Date.now() - loaded) * pace), end);
      const text = dateAndTime(latest);
      if (clock.textContent !== text) clock.textContent = text;
    }, 100);
  }
})();

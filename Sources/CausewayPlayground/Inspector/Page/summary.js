import { counted, duration } from "./format.js";
/** @typedef {import("./view.js").View} View */

/**
 * The maximum number of exchanges from which the median is computed. With more, each message would take longer, and the
 * median would hardly change.
 */
const sample = 2_000;

/**
 * Returns the line at the bottom: the numbers of shown, failed and waiting rows, and the median time of the answers.
 * @param {View} view
 */
export function summaryText({ rows, trace }) {
  const { exchanges, count, dropped } = trace;
  if (count === 0) return "No messages";
  const shown = rows.length === exchanges.length
    ? counted(exchanges.length, "row") : `${rows.length.toLocaleString("en")} of ${counted(exchanges.length, "row")}`;
  const parts = [shown, counted(count, "message")];
  let [failed, waiting] = [0, 0];
  for (const { outcome } of rows) {
    if (outcome === "failed" || outcome === "left") failed += 1;
    else if (outcome === "waiting") waiting += 1;
  }
  if (failed) parts.push(`${failed.toLocaleString("en")} failed`);
  if (waiting) parts.push(`${waiting.toLocaleString("en")} waiting`);
  const durations = rows.slice(-sample).flatMap(({ duration: value }) => value ?? []).sort((one, other) => one - other);
  if (durations.length) parts.push(`median ${duration(durations[durations.length >> 1])}`);
  if (dropped) parts.push(`${dropped.toLocaleString("en")} older rows dropped`);
  return parts.join("  ·  ");
}

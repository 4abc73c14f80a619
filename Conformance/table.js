"use strict";

/** The signs stand beside the words, for those who skim. */
const statusSigns = { pass: "✓", fail: "✕", skip: "–", wait: "·" };

/**
 * Shows a report as it grows: a row for each rule from the start, filled in as results arrive.
 * @param {ConformanceReport} report
 * @param {ConformanceRule[]} rules
 */
function showReport(report, rules) {
  const body = /** @type {HTMLElement} */ (document.getElementById("results"));
  if (body.childElementCount === 0) body.append(...rules.map(emptyRow));
  const place = report.results.length - 1;
  if (place >= 0) fillRow(/** @type {HTMLElement} */ (body.children[place]), report.results[place]);
  showSummary(report, rules.length);
}

/**
 * @param {string} tag
 * @param {string} className
 * @param {...(string | Node)} content
 */
function element(tag, className, ...content) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...content);
  return made;
}

/** @param {string} className @param {...(string | Node)} content */
function cell(className, ...content) {
  const made = element("td", className, ...content);
  made.setAttribute("role", "cell");
  return made;
}

/** @param {ConformanceRule} rule */
function emptyRow(rule) {
  const row = element(
    "tr", "wait",
    cell("number", rule.number),
    cell("rule", element("p", "sentence", ...withCode(rule.rule)), element("p", "detail")),
    cell("mark", rule.mark),
    cell("status", element("span", "sign", statusSigns.wait), element("span", "word", "waiting")),
    cell("time", ""),
  );
  row.id = rule.number;
  row.setAttribute("role", "row");
  return row;
}

/** @param {HTMLElement} row @param {ConformanceResult} result */
function fillRow(row, result) {
  /** @param {string} selector @param {string} text */
  const set = (selector, text) => {
    const target = row.querySelector(selector);
    if (target) target.textContent = text;
  };
  row.className = result.status;
  set(".detail", result.detail);
  set(".sign", statusSigns[result.status]);
  set(".word", result.status);
  // Browsers coarsen their clock, some of them to whole milliseconds.
  set(".time", result.milliseconds === 0 ? "< 1 ms" : `${result.milliseconds} ms`);
}

/** @param {ConformanceReport} report @param {number} total */
function showSummary(report, total) {
  const summary = /** @type {HTMLElement} */ (document.getElementById("summary"));
  const { passed, failed, skipped, done, results } = report;
  summary.className = `summary ${!done ? "wait" : failed > 0 ? "fail" : "pass"}`;
  const headline = !done
    ? `Checking ${results.length + 1} of ${total}`
    : failed > 0 ? `${failed} of ${total} rules are broken` : "Every rule that could be checked holds";
  const counts = element("p", "counts");
  /** @type {[string, number][]} */
  const parts = [["passed", passed], ["failed", failed], ["skipped", skipped]];
  for (const [word, count] of parts) counts.append(element("span", word, element("b", "", String(count)), ` ${word}`));
  const bar = element("div", "bar");
  for (const [word, count] of parts) {
    const part = element("i", word);
    part.style.flexGrow = String(count);
    bar.append(part);
  }
  const rest = element("i", "");
  rest.style.flexGrow = String(total - results.length);
  bar.append(rest);
  bar.setAttribute("aria-hidden", "true");
  summary.replaceChildren(element("h2", "", headline), counts, bar);
  const broken = results.filter(({ status }) => status === "fail");
  if (broken.length > 0) summary.append(element("p", "broken", ...broken.map(({ number }) => link(number))));
}

/** @param {string} number */
function link(number) {
  const made = element("a", "", number);
  made.setAttribute("href", `#${number}`);
  return made;
}

/**
 * A sentence with its `code` set as code.
 * @param {string} sentence
 */
function withCode(sentence) {
  return sentence.split("`").map((part, place) => (place % 2 === 1 ? element("code", "", part) : part));
}

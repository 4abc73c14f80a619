"use strict";

/** The signs beside the statuses, for readers who skim the table. */
const statusSigns = { pass: "✓", fail: "✕", skip: "–", wait: "·" };

/**
 * Shows a report while its checks run. The table has a row for each rule from the start, and each row is filled when
 * its result arrives.
 * @param {ConformanceReport} report
 * @param {ConformanceRule[]} rules
 */
function showReport(report, rules) {
  const body = document.getElementById("results") ?? emptyTable(rules);
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

/**
 * Adds an empty summary and the table to the page, with a row for each rule. Returns the table's body.
 * @param {ConformanceRule[]} rules
 */
function emptyTable(rules) {
  const summary = element("section", "summary");
  summary.id = "summary";
  summary.setAttribute("role", "status");
  summary.setAttribute("aria-live", "polite");
  const heads = ["Number", "Rule", "Source", "Result", "Time"].map((name) => {
    const head = element("th", name === "Time" ? "time" : "", name);
    head.setAttribute("scope", "col");
    return withRole(head, "columnheader");
  });
  const body = withRole(element("tbody", "", ...rules.map(emptyRow)), "rowgroup");
  body.id = "results";
  const table = element(
    "table", "results",
    element("caption", "quiet", "Every rule that a page can observe"),
    withRole(element("thead", "", withRole(element("tr", "", ...heads), "row")), "rowgroup"),
    body,
  );
  document.querySelector("main")?.append(summary, withRole(table, "table"));
  return body;
}

/**
 * Sets an element's role, because CSS can remove the roles of table elements.
 * @param {HTMLElement} made
 * @param {string} role
 */
function withRole(made, role) {
  made.setAttribute("role", role);
  return made;
}

/** @param {string} className @param {...(string | Node)} content */
function cell(className, ...content) {
  return withRole(element("td", className, ...content), "cell");
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
  return withRole(row, "row");
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
  // Some browsers round their clock to whole milliseconds, so a time of 0 means less than one millisecond.
  set(".time", result.milliseconds === 0 ? "< 1 ms" : `${result.milliseconds} ms`);
}

/** @param {ConformanceReport} report @param {number} total */
function showSummary(report, total) {
  const summary = /** @type {HTMLElement} */ (document.getElementById("summary"));
  const { passed, failed, skipped, done, results } = report;
  const [verdict, headline] = !done ? ["wait", `Checking ${results.length + 1} of ${total}`] : judge(report, total);
  summary.className = `summary ${verdict}`;
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

/**
 * Returns the class and the headline of a finished report. The headline is green only if every rule was checked and
 * holds.
 * @param {ConformanceReport} report
 * @param {number} total
 */
function judge({ passed, failed, skipped }, total) {
  if (failed > 0) return ["fail", `${failed} of ${total} rules ${failed === 1 ? "is" : "are"} broken`];
  if (skipped === 0) return ["pass", `All ${total} rules hold`];
  if (passed === 0) return ["skip", `None of the ${total} rules could be checked in this app`];
  return ["skip", `${passed} of ${total} rules hold; ${skipped} could not be checked in this app`];
}

/** @param {string} number */
function link(number) {
  const made = element("a", "", number);
  made.setAttribute("href", `#${number}`);
  return made;
}

/**
 * Returns a sentence as nodes, with the text between backticks as code elements.
 * @param {string} sentence
 */
function withCode(sentence) {
  return sentence.split("`").map((part, place) => (place % 2 === 1 ? element("code", "", part) : part));
}

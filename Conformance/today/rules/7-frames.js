"use strict";

/**
 * @param {string} number
 * @param {ConformanceMark} mark
 * @param {ConformanceFrameKind} kind
 * @param {string} frames the frames of this kind, in words
 * @returns {ConformanceRule}
 */
function frameRule(number, mark, kind, frames) {
  return {
    number,
    mark,
    rule: `Capabilities for the main frame of a trusted origin resolve undefined in ${frames}.`,
    async check() {
      const finding = await todayFrames.finding(kind);
      if (!finding.hasChannel) return "there is no channel in this frame";
      const labels = Object.keys(today.messages("trusted main frame"));
      failOn(labels.flatMap((label) => todayFrames.faults(label, finding.answers[label])));
      return `all undefined there (origin ${finding.origin})`;
    },
  };
}

// Section 7: frames and security.
conformance.add(
  frameRule("today-7.1", "contract", "cross-origin", "a cross-origin sub-frame"),
  frameRule("today-7.2", "causeway", "same-origin", "a sub-frame of the same origin"),
  frameRule("today-7.3", "contract", "sandboxed", "a sandboxed sub-frame"),
  frameRule("today-7.4", "contract", "data", "a data: sub-frame"),
  frameRule("today-7.5", "causeway", "srcdoc", "a srcdoc sub-frame"),
  frameRule("today-7.6", "causeway", "blob", "a blob: sub-frame"),
  frameRule("today-7.7", "causeway", "about:blank", "an empty sub-frame that scripts of the page fill"),
  {
    number: "today-7.8",
    mark: "contract",
    rule: "track resolves undefined in every frame, and so does an unknown type.",
    async check() {
      const findings = (await todayFrames.all()).filter(({ finding }) => finding.hasChannel);
      if (findings.length === 0) return conformance.skip("no sub-frame has a channel");
      failOn(
        findings.flatMap(({ kind, finding }) =>
          Object.keys(today.messages("every frame")).flatMap((label) =>
            todayFrames.faults(label, finding.answers[label]).map((fault) => `${kind}: ${fault}`))),
      );
      return `in ${findings.map(({ kind }) => kind).join(", ")}`;
    },
  },
  {
    number: "today-7.9",
    mark: "contract",
    rule: "No token reaches a sub-frame, in an answer or in the text of an error.",
    async check() {
      const findings = await todayFrames.all();
      failOn(
        findings.flatMap(({ kind, finding }) => {
          const text = JSON.stringify(finding.answers);
          return today.hasSecret(text) || /authorization|bearer/i.test(text) ? [`${kind}: a token arrived`] : [];
        }),
      );
      return `none in ${findings.map(({ kind }) => kind).join(", ")}`;
    },
  },
  {
    number: "today-7.10",
    mark: "causeway",
    rule: "A main frame whose origin is not trusted gets undefined.",
    async check() {
      if (today.isTrusted) return conformance.skip("this page is trusted; see ?trusted=no");
      return today.expectQuiet(today.messages("trusted main frame"));
    },
  },
);

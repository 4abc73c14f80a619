"use strict";

/**
 * Opens a sub-frame, waits for the finding that its script posts to this page, and removes the frame.
 *
 * @param {ConformanceFrameKind} kind
 * @param {ConformanceFrameContent} content
 * @returns {Promise<any>}
 */
function frameFinding(kind, content) {
  const frame = document.createElement("iframe");
  frame.title = `Sub-frame of the suite: ${kind}`;
  frame.className = "probe";
  return new Promise((resolve, reject) => {
    // Wait for twice the timeout: once for the frame to load, and once for the frame's messages.
    const whole = conformance.limit * 2;
    const timer = setTimeout(() => end(reject, new Error(`the frame reported nothing within ${whole / 1000} s`)), whole);
    /** @param {MessageEvent} event */
    const listen = (event) => {
      if (event.source === frame.contentWindow && event.data?.conformance) end(resolve, event.data.conformance);
    };
    /** @param {(value: any) => void} settle @param {any} value */
    const end = (settle, value) => {
      clearTimeout(timer);
      removeEventListener("message", listen);
      settle(value);
      frame.remove();
    };
    addEventListener("message", listen);
    fillFrame(frame, kind, content);
  });
}

/** @param {HTMLIFrameElement} frame @param {ConformanceFrameKind} kind @param {ConformanceFrameContent} content */
function fillFrame(frame, kind, { page, script, fragment = "" }) {
  const html = `<!doctype html><meta charset="utf-8"><title>Sub-frame</title><script>${script}</script>`;
  if (kind === "sandboxed") frame.setAttribute("sandbox", "allow-scripts");
  if (kind === "same-origin") frame.src = page + location.search + fragment;
  if (kind === "cross-origin") frame.src = /** @type {string} */ (otherOrigin(page)) + location.search + fragment;
  // The HTML is in `srcdoc`, because a sandboxed page from a local file may not load its scripts.
  if (kind === "srcdoc" || kind === "sandboxed") frame.srcdoc = html;
  if (kind === "data") frame.src = `data:text/html;charset=utf-8,${encodeURIComponent(html)}`;
  if (kind === "blob") frame.src = URL.createObjectURL(new Blob([html], { type: "text/html" }));
  document.body.append(frame);
  if (kind === "about:blank") {
    const inner = /** @type {Document} */ (frame.contentDocument);
    inner.body.append(Object.assign(inner.createElement("script"), { textContent: script }));
  }
}

/**
 * Returns the URL of one of the suite's pages at another origin: the origin of the option `?cross=` or, in the command
 * `causeway`, another host of its scheme, where every host serves the same pages. Returns undefined if no other origin
 * is known.
 * @param {string} page
 */
function otherOrigin(page) {
  const here = new URL(page, location.href);
  const base = conformance.option("cross");
  if (base) return new URL(here.pathname, base).href;
  return location.protocol === "causeway:" ? `causeway://other.localhost${here.pathname}` : undefined;
}

/**
 * Returns functions that open sub-frames and resolve with the findings of the scripts in them. A sub-frame of each kind
 * is opened once, when a rule first needs it.
 *
 * @param {ConformanceFrameContent} content
 */
function frameFindings(content) {
  /** @type {ConformanceFrameKind[]} */
  const kinds = ["cross-origin", "same-origin", "sandboxed", "data", "srcdoc", "blob", "about:blank"];

  /** @type {{ [kind: string]: Promise<any> }} */
  const findings = {};

  /** @param {ConformanceFrameKind} kind @returns {Promise<any>} */
  function finding(kind) {
    if (kind === "cross-origin" && !otherOrigin(content.page)) {
      return conformance.skip("no other origin is known; name one that serves the suite: ?cross=https://other.example");
    }
    return (findings[kind] ??= frameFinding(kind, content));
  }

  /** Returns the findings of every kind of frame that can be created here. */
  async function all() {
    const possible = kinds.filter((kind) => kind !== "cross-origin" || otherOrigin(content.page));
    return Promise.all(possible.map(async (kind) => ({ kind, finding: await finding(kind) })));
  }

  return { finding, all };
}

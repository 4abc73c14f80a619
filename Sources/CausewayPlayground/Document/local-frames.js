/**
 * Gives this document's script to its frames whose documents come from the page and not from a server: `srcdoc` frames,
 * `blob:` frames and empty frames. The server can insert the script only into documents that it sends.
 *
 * A browser loads an empty frame while the frame is inserted, so the frame's `load` event comes before the page can
 * access the frame's document. A browser loads a `srcdoc` or `blob:` frame in a later task, and calls mutation observers
 * before that task. The observer sets the frame's attribute again, with HTML that contains the script; this replaces the
 * navigation that the page began, and so the page's HTML is not loaded a first time without the script.
 *
 * An observer makes every change of a page slower, so it ends with the parser if the document's HTML has no frame, and
 * begins again when `causewayFrameHooks` sees one. A template counts as a frame, because a page may insert its content
 * without a call that is seen.
 *
 * Each of these documents connects by itself, and has the origin that the browser states for its connection.
 *
 * @param {Element} element the element of this script
 * @param {string} attribute the attribute with the values that a script needs to connect its document
 * @param {() => string} value returns the attribute's value for the frames
 */
function causewayLocalFrames(element, attribute, value) {
  const { apply, getOwnPropertyDescriptor } = Reflect;
  const { prototype } = HTMLIFrameElement;
  const { getAttribute, setAttribute, append } = Element.prototype;
  const { addEventListener } = EventTarget.prototype;
  const { createElement, getElementsByTagName } = Document.prototype;
  const { observe, disconnect } = MutationObserver.prototype;
  const { createObjectURL, revokeObjectURL } = URL;
  const { indexOf, slice } = String.prototype;
  const { exec } = RegExp.prototype;
  const { slice: sliceBlob } = Blob.prototype;
  const { open, overrideMimeType, send } = XMLHttpRequest.prototype;
  const { trustedTypes } = /** @type {any} */ (window);
  const NativeBlob = Blob;
  const NativeRequest = XMLHttpRequest;
  const enqueue = queueMicrotask.bind(window);
  const { warn } = console;
  /** @type {(object: any, name: string) => any} */
  const getter = (object, name) => getOwnPropertyDescriptor(object, name)?.get;
  const frameCount = getter(window, "length");
  const countOf = getter(HTMLCollection.prototype, "length");
  const targetOf = getter(Event.prototype, "target");
  const nameOf = getter(Element.prototype, "localName");
  const documentOf = getter(prototype, "contentDocument");
  const urlOf = getter(Document.prototype, "URL");
  const rootOf = getter(Document.prototype, "documentElement");
  const textOf = getter(Node.prototype, "textContent");
  const typeOf = getter(NativeBlob.prototype, "type");
  const responseOf = getter(NativeRequest.prototype, "responseText");
  const setText = /** @type {any} */ (getOwnPropertyDescriptor(HTMLScriptElement.prototype, "text")?.set);

  /** The part of a document after which the script is inserted: see `HTMLHeadReader` of the server. */
  const head = (() => {
    const space = "\\t\\n\\f\\r ";
    const rest = `(?=[${space}/>])(?:=[${space}]*(?:"[^"]*"|'[^']*')|[^>])*>`;
    const comment = `<!--(?:-?>|[^]*?--!?>)|<!(?!--)[^>]*>|<\\?[^>]*>|</(?![a-z])[^>]*>`;
    const prologue = `(?:[${space}]|${comment}|<html${rest})*(?:<head${rest})?`;
    // The encoding with which blobs are read maps the bytes from 0x80 on to characters from U+F780 on, so
    // `\uf7ef\uf7bb\uf7bf` is a byte order mark in UTF-8.
    return new RegExp(`^(?:\\ufeff|\\uf7ef\\uf7bb\\uf7bf)?${prologue}`, "i");
  })();
  const sameOrigin = /(^|\s)allow-same-origin($|\s)/i;
  const html = /^text\/html(?=$|[\s;])/;
  /** A comment, an element whose text has no tags, or a `meta` tag with its attributes. */
  const headToken =
    /<!--(?:-?>|[^]*?--!?>)|<(script|style|title)(?=[\s/>])[^]*?<\/\1(?=[\s/>])|<meta(?=[\s/])((?:"[^"]*"|'[^']*'|[^>"'])*)>/gi;
  const charsetAttribute = /(?:^|[\s"'/])charset\s*=\s*["']?\s*([-\w:.]+)/i;
  const contentType = /(?:^|[\s"'/])http-equiv\s*=\s*["']?content-type/i;
  const charsetInContent = /(?:^|[\s"'/])content\s*=\s*["']?[^>]*?charset\s*=\s*["']?\s*([-\w:.]+)/i;
  /** The number of bytes of a blob in which the beginning of its document is looked for. */
  const headLength = 1 << 16;
  /** The beginning of the inserted element. */
  const mark = "<script " + attribute + "=\"";
  const end = "</script>";

  /** The HTML blobs for which the page has made URLs. @type {{ [url: string]: Blob }} */
  const blobs = Object.create(null);
  /** The URLs of the blobs with the script, by the page's URLs. @type {{ [url: string]: string }} */
  const amendedURLs = Object.create(null);
  /** The page's URLs, by the URLs of the blobs with the script. @type {{ [url: string]: string }} */
  const pageURLs = Object.create(null);
  /** @type {any} */
  let policy;

  /**
   * Returns a text in a form that a page with `require-trusted-types-for` accepts.
   * @param {string} text
   */
  function trusted(text, kind = "createHTML") {
    if (!trustedTypes) return text;
    const same = (/** @type {string} */ text) => text;
    policy ??= trustedTypes.createPolicy("causeway", { __proto__: null, createHTML: same, createScript: same });
    return policy[kind](text);
  }

  function scriptElement() {
    return mark + value() + "\">" + apply(textOf, element, []) + end;
  }

  /** @param {string} text */
  function amended(text) {
    const { length } = /** @type {any} */ (apply(exec, head, [text]))[0];
    return apply(slice, text, [0, length]) + scriptElement() + apply(slice, text, [length]);
  }

  /** @param {string} text */
  function original(text) {
    const start = apply(indexOf, text, [mark]);
    if (start < 0) return text;
    const stop = apply(indexOf, text, [end, start]) + end.length;
    return apply(slice, text, [0, start]) + apply(slice, text, [stop]);
  }

  /**
   * Returns the first bytes of a blob, one character for each; undefined if the page may not read blobs.
   * @param {Blob} blob
   */
  function beginning(blob) {
    const url = apply(createObjectURL, URL, [apply(sliceBlob, blob, [0, headLength])]);
    try {
      const request = new NativeRequest();
      apply(open, request, /** @type {any} */ (["GET", url, false]));
      apply(overrideMimeType, request, ["text/plain; charset=x-user-defined"]);
      apply(send, request, []);
      return apply(responseOf, request, []);
    } catch {
      return undefined;
    } finally {
      apply(revokeObjectURL, URL, [url]);
    }
  }

  /**
   * Returns the encoding that a `meta` tag declares; undefined without a declaration. The tag must be in the first bytes,
   * as for a browser.
   * @param {string} text the beginning of the document
   */
  function declaredEncoding(text) {
    const start = apply(slice, text, [0, 1024]);
    headToken.lastIndex = 0;
    /** @type {any} */
    let token;
    while ((token = apply(exec, headToken, [start]))) {
      const attributes = token[2] ?? "";
      const found =
        apply(exec, charsetAttribute, [attributes])
        ?? (apply(exec, contentType, [attributes]) && apply(exec, charsetInContent, [attributes]));
      if (found) return found[1];
    }
    return undefined;
  }

  /** @param {string} url a URL of the page for an HTML blob @param {Blob} blob */
  function amendedURL(url, blob) {
    if (amendedURLs[url]) return amendedURLs[url];
    const text = beginning(blob);
    // Most documents have a doctype, and a document without one would be laid out in another way.
    const start = text === undefined ? "<!doctype html>" : "";
    const length = text === undefined ? 0 : /** @type {any} */ (apply(exec, head, [text]))[0].length;
    let type = apply(typeOf, blob, []);
    // Add the encoding to the type, because a browser looks for it in the first bytes, where the script is now.
    const encoding = apply(indexOf, type, ["charset"]) < 0 ? declaredEncoding(text ?? "") : undefined;
    if (encoding) type += ";charset=" + encoding;
    const parts = [
      apply(sliceBlob, blob, [0, length]), start + scriptElement(), apply(sliceBlob, blob, [length]),
    ];
    const result = apply(createObjectURL, URL, [new NativeBlob(parts, /** @type {any} */ ({ __proto__: null, type }))]);
    pageURLs[result] = url;
    return (amendedURLs[url] = result);
  }

  /** @param {Element} frame */
  function adopt(frame) {
    apply(observe, observer, /** @type {any} */ ([frame, { __proto__: null, attributes: true }]));
    // Chromium loads a frame with an opaque origin in another process, and may then load it once without the script and
    // once with it. The app refuses such a frame anyway.
    const sandbox = apply(getAttribute, frame, ["sandbox"]);
    if (sandbox !== null && !apply(exec, sameOrigin, [sandbox])) return;
    const text = apply(getAttribute, frame, ["srcdoc"]);
    if (text !== null) {
      if (apply(indexOf, text, [mark]) < 0) apply(setAttribute, frame, ["srcdoc", trusted(amended(text))]);
      return;
    }
    const url = apply(getAttribute, frame, ["src"]);
    const blob = url === null ? undefined : blobs[url];
    if (url !== null && blob) apply(setAttribute, frame, ["src", amendedURL(url, blob)]);
  }

  const frames = apply(getElementsByTagName, document, ["iframe"]);
  const templates = apply(getElementsByTagName, document, ["template"]);
  const observer = new MutationObserver(look);
  let isWatching = false;
  let makesFrames = false;

  function look() {
    if (apply(frameCount, window, []) === 0) return;
    listen();
    const count = apply(countOf, frames, []);
    for (let place = 0; place < count; place += 1) attempt(adopt, frames[place]);
  }

  /** @param {(frame: any) => void} work @param {any} frame */
  function attempt(work, frame) {
    try {
      work(frame);
    } catch (error) {
      apply(warn, console, [
        "causeway: this frame has no bridge, because the page forbids that a script is inserted into it:", frame, error,
      ]);
    }
  }

  /** @param {any} frame */
  function fill(frame) {
    const inner = apply(documentOf, frame, []);
    if (!inner || apply(indexOf, apply(urlOf, inner, []), ["about:blank"]) !== 0 || inner["causeway.runtime"]) return;
    const script = apply(createElement, inner, ["script"]);
    apply(setAttribute, script, [attribute, value()]);
    apply(setText, script, [trusted(apply(textOf, element, []), "createScript")]);
    apply(append, apply(rootOf, inner, []), [script]);
  }

  /** @param {Event} event */
  function didLoad(event) {
    const target = apply(targetOf, event, []);
    if (apply(nameOf, target, []) === "iframe") attempt(fill, target);
  }

  /** Listens for the ends of loads. Called again for each change, because `document.open` removes all listeners. */
  function listen() {
    apply(addEventListener, document, ["load", didLoad, true]);
  }

  /**
   * Remembers a URL that the page has made, if it is for HTML.
   * @param {string} url
   * @param {any} object
   */
  function made(url, object) {
    try {
      if (apply(exec, html, [apply(typeOf, object, [])])) blobs[url] = object;
    } catch {
      // The object is not a blob.
    }
  }

  /** @param {string} url */
  function revoked(url) {
    // A page may revoke the URL directly after it has begun to load a frame, which the observer sees later.
    if (blobs[url]) enqueue(() => forget(url));
  }

  /** @param {string} url */
  function forget(url) {
    const amended = amendedURLs[url];
    delete blobs[url];
    delete amendedURLs[url];
    if (amended) apply(revokeObjectURL, URL, [amended]);
  }

  /** Observes the page from now on, because the page makes a frame. */
  function watch() {
    makesFrames = true;
    begin();
  }

  function begin() {
    if (isWatching) return;
    isWatching = true;
    apply(observe, observer, /** @type {any} */ ([document, { __proto__: null, childList: true, subtree: true }]));
    // The frames that are there already.
    enqueue(look);
  }

  causewayFrameHooks({ watch, made, revoked, original, originalURL: (url) => pageURLs[url] ?? url });
  listen();
  begin();
  apply(addEventListener, document, ["DOMContentLoaded", () => {
    if (makesFrames || apply(countOf, frames, []) > 0 || apply(countOf, templates, []) > 0) return;
    apply(disconnect, observer, []);
    isWatching = false;
  }]);
}

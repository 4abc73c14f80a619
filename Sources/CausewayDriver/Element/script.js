"use strict";

/**
 * Runs a client's script with its arguments, and prepares the result for the engine's driver. That driver converts
 * references of elements in results at every depth, but in arguments only at the top level, and it knows neither
 * windows nor shadow roots there.
 *
 * @param {Function} script
 * @param {boolean} isAsync whether the script calls its last argument with the result
 * @param {string} key the only member of an object that stands for a reference. It is random, so that no object of the
 *   client or the page has it.
 * @param {any[]} template the arguments, in which `{ [key]: [kind, index] }` is a reference
 * @param {...any} references the nodes of the references
 * @returns {any} `{ value }` or `{ error, message }`; or a promise of it
 */
function runScript(script, isAsync, key, template, ...references) {
  /** @type {{ error: string, message: string } | null} */
  let failure = null;

  /** @param {string} error @param {string} message */
  const fail = (error, message) => {
    failure ??= { error, message };
    return null;
  };

  /** @param {any} value @returns {any} */
  const revive = (value) => {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(revive);
    if (key in value) return dereference(value[key][0], value[key][1]);
    for (const name of Object.keys(value)) value[name] = revive(value[name]);
    return value;
  };

  /** @param {string} kind @param {number} index */
  const dereference = (kind, index) => {
    switch (kind) {
      case "element": return references[index].isConnected ? references[index]
        : fail("stale element reference", "an argument is an element that is not in the document any more");
      case "shadow": return references[index].host?.isConnected ? references[index]
        : fail("detached shadow root", "an argument is a shadow root that is not in the document any more");
      case "frame": return references[index].contentWindow
        ?? fail("no such frame", "an argument is a frame that is not in the document any more");
      default: {
        /** @type {Window} */
        let ancestor = window;
        for (let level = 0; level < index; level += 1) ancestor = ancestor.parent;
        return kind === "top" ? top : ancestor;
      }
    }
  };

  /** @param {any} value */
  const envelope = (value) => {
    const clone = cloneValue(value, key, fail);
    return failure ?? { value: clone };
  };

  /** @param {any} reason */
  const thrown = (reason) => ({ error: "javascript error", message: errorText(reason) });

  const values = template.map(revive);
  if (failure) return failure;
  try {
    if (isAsync) {
      return new Promise((resolve, reject) => {
        const result = script.apply(window, [...values, resolve]);
        // An asynchronous script may also return a promise. Its failure ends the script.
        if (typeof result?.then === "function") result.then(resolve, reject);
      }).then(envelope).catch(thrown);
    }
    const result = script.apply(window, values);
    return typeof result?.then === "function" ? Promise.resolve(result).then(envelope).catch(thrown) : envelope(result);
  } catch (error) {
    return thrown(error);
  }
}

/**
 * Returns the text of a value that a script has thrown; never an empty one.
 * @param {any} reason
 */
function errorText(reason) {
  try {
    const text = typeof reason?.message === "string" && reason.message ? reason.message : String(reason);
    return text || "the script has thrown an empty text";
  } catch {
    return "the script has thrown a value without a text";
  }
}

/**
 * Returns a copy of a value that the engine's driver can send, as the specification's JSON clone says.
 *
 * @param {any} root
 * @param {string} key
 * @param {(error: string, message: string) => null} fail
 */
function cloneValue(root, key, fail) {
  // A node of a frame's document is no instance of this window's classes, but the getter knows it.
  const nodeType = Object.getOwnPropertyDescriptor(Node.prototype, "nodeType")?.get;
  /** @param {any} value @returns {number} */
  const typeOfNode = (value) => {
    try {
      return nodeType?.call(value) ?? 0;
    } catch {
      return 0;
    }
  };
  const lists = ["Arguments", "DOMTokenList", "FileList", "HTMLAllCollection", "HTMLCollection",
    "HTMLFormControlsCollection", "HTMLOptionsCollection", "NodeList", "RadioNodeList"];
  /** @type {any[]} */
  const ancestors = [];

  /** @param {any} value @returns {any} */
  const clone = (value) => {
    switch (typeof value) {
      // `document.all` is an object although its type is `undefined`.
      case "undefined": return value === undefined ? null : cloneObject(value);
      case "boolean": case "string": return value;
      case "number": return Number.isFinite(value) ? value : null;
      case "object": case "function": return value === null ? null : cloneObject(value);
      default: return fail("javascript error", `a value of the type ${typeof value} cannot be returned`);
    }
  };

  /** @param {any} value */
  const cloneObject = (value) => {
    if (isWindow(value)) return { [key]: windowReference(value, fail) };
    switch (typeOfNode(value)) {
      case Node.ELEMENT_NODE: return value.isConnected ? value
        : fail("stale element reference", "the script has returned an element that is not in the document");
      case Node.DOCUMENT_FRAGMENT_NODE:
        if (!("host" in value)) break;
        return value.host.isConnected ? { [key]: ["shadow", value] }
          : fail("detached shadow root", "the script has returned a shadow root that is not in the document");
    }
    if (ancestors.includes(value)) {
      return fail("javascript error", "the script has returned an object that contains itself");
    }
    ancestors.push(value);
    try {
      if (Array.isArray(value) || lists.includes(Object.prototype.toString.call(value).slice(8, -1))) {
        return Array.from(/** @type {ArrayLike<any>} */ (value), clone);
      }
      if (typeof value.toJSON === "function") {
        const json = value.toJSON();
        // An object may return itself, with its other members.
        return json === value ? members(value) : clone(json);
      }
      return members(value);
    } finally {
      ancestors.pop();
    }
  };

  /** @param {any} value */
  const members = (value) => {
    /** @type {Record<string, any>} */
    const copy = {};
    for (const name of Object.keys(value)) {
      Object.defineProperty(copy, name, { value: clone(value[name]), enumerable: true });
    }
    return copy;
  };

  return clone(root);
}

/** @param {any} value */
function isWindow(value) {
  try {
    return value.window === value && value.self === value && typeof value.postMessage === "function";
  } catch {
    return false;
  }
}

/**
 * Returns how the driver finds a window: the page itself, one around this frame, or the element of a frame in this
 * document.
 *
 * @param {Window} target
 * @param {(error: string, message: string) => null} fail
 * @returns {any}
 */
function windowReference(target, fail) {
  if (target === top) return ["top", 0];
  /** @type {Window} */
  let ancestor = window;
  for (let level = 0; ancestor !== top; level += 1) {
    if (target === ancestor) return ["ancestor", level];
    ancestor = ancestor.parent;
  }
  const element = frameElements(document).find((frame) => frame.contentWindow === target);
  if (element) return ["frame", element];
  const reason = "the script has returned a window that is not one of this frame; switch to its parent first";
  return fail("javascript error", reason);
}

/**
 * Returns the frames of a tree, also those in open shadow trees.
 *
 * @param {Document | ShadowRoot} root
 * @returns {(HTMLIFrameElement | HTMLFrameElement)[]}
 */
function frameElements(root) {
  return [...root.querySelectorAll("*")].flatMap((element) => {
    if (element.shadowRoot) return frameElements(element.shadowRoot);
    return element.localName === "iframe" || element.localName === "frame"
      ? [/** @type {HTMLIFrameElement | HTMLFrameElement} */ (element)] : [];
  });
}

/**
 * Replaces the functions and properties with which a page makes frames and URLs of blobs. They do what they did before,
 * and also tell `causewayLocalFrames` that the page may have a frame whose document does not come from a server. The
 * attributes of frames read as the page has written them.
 *
 * @param {{
 *   watch: () => void, made: (url: string, object: any) => void, revoked: (url: string) => void,
 *   original: (html: string) => string, originalURL: (url: string) => string,
 * }} frames what happens to frames: a frame may appear, a URL was made or revoked; and the page's values of attributes
 */
function causewayFrameHooks({ watch, made, revoked, original, originalURL }) {
  const { apply, defineProperty, getOwnPropertyDescriptor } = Reflect;
  const { prototype } = HTMLIFrameElement;
  const { toLowerCase, indexOf } = String.prototype;
  const { exec } = RegExp.prototype;
  const startTag = /<iframe/i;

  /**
   * Calls `before` with the arguments of each call.
   * @param {any} object
   * @param {string} name
   * @param {(values: any[]) => void} before
   */
  function beforeCall(object, name, before) {
    const work = object[name];
    if (!work) return;
    const { [name]: value } = {
      /** @this {any} @param {any[]} values */
      [name](...values) {
        before(values);
        return apply(work, this, values);
      },
    };
    redefine(object, name, { value });
  }

  /**
   * Calls `before` with each value that is set.
   * @param {any} object
   * @param {string} name
   * @param {(values: any[]) => void} before
   */
  function beforeSet(object, name, before) {
    const set = getOwnPropertyDescriptor(object, name)?.set;
    if (!set) return;
    redefine(object, name, {
      /** @this {any} @param {any} value */
      set(value) {
        before([value]);
        apply(set, this, [value]);
      },
    });
  }

  /**
   * Changes each text that is read.
   * @param {string} name
   * @param {(text: string) => string} change
   */
  function afterGet(name, change) {
    const get = /** @type {any} */ (getOwnPropertyDescriptor(prototype, name)?.get);
    redefine(prototype, name, {
      /** @this {any} */
      get() {
        return change(apply(get, this, []));
      },
    });
  }

  /** @param {any} object @param {string} name @param {any} change the changed fields of the property */
  function redefine(object, name, change) {
    const fields = getOwnPropertyDescriptor(object, name) ?? { configurable: true, enumerable: true, writable: true };
    defineProperty(object, name, /** @type {any} */ ({ __proto__: null, ...fields, ...change }));
  }

  /** @param {any} name @param {any} value */
  function seeAttribute(name, value) {
    const text = apply(toLowerCase, "" + name, []);
    if (text === "srcdoc" || (text === "src" && apply(indexOf, "" + value, ["blob:"]) === 0)) watch();
  }

  /** @param {any[]} values */
  function seeHTML(values) {
    for (let place = 0; place < values.length; place += 1) {
      // A value that is not a text may be trusted HTML.
      const value = values[place];
      if (typeof value === "string" ? apply(exec, startTag, [value]) : value) return watch();
    }
  }

  beforeSet(prototype, "srcdoc", watch);
  beforeSet(prototype, "src", (values) => seeAttribute("src", values[0]));
  beforeCall(prototype, "setAttribute", (values) => seeAttribute(values[0], values[1]));
  beforeCall(prototype, "setAttributeNS", (values) => seeAttribute(values[1], values[2]));
  for (const name of ["innerHTML", "outerHTML"]) beforeSet(Element.prototype, name, seeHTML);
  for (const name of ["insertAdjacentHTML", "setHTMLUnsafe"]) beforeCall(Element.prototype, name, seeHTML);
  for (const name of ["write", "writeln"]) beforeCall(Document.prototype, name, seeHTML);
  beforeCall(Range.prototype, "createContextualFragment", seeHTML);
  beforeCall(DOMParser.prototype, "parseFromString", seeHTML);

  afterGet("srcdoc", original);
  afterGet("src", originalURL);
  const { getAttribute } = Element.prototype;
  redefine(prototype, "getAttribute", {
    /** @this {any} @param {string} name */
    value: function getAttribute_(name) {
      const text = apply(getAttribute, this, [name]);
      if (text === null) return text;
      const known = apply(toLowerCase, "" + name, []);
      return known === "srcdoc" ? original(text) : known === "src" ? originalURL(text) : text;
    },
  });

  const { createObjectURL, revokeObjectURL } = URL;
  redefine(URL, "createObjectURL", {
    /** @param {any} object */
    value: function createObjectURL_(object) {
      const url = apply(createObjectURL, URL, [object]);
      made(url, object);
      return url;
    },
  });
  redefine(URL, "revokeObjectURL", {
    /** @param {string} url */
    value: function revokeObjectURL_(url) {
      apply(revokeObjectURL, URL, [url]);
      revoked("" + url);
    },
  });
}

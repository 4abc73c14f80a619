"use strict";

/** Input that tries to make a host run text as code, or to break the host. */
const hostile = (() => {
  /** The global that the texts set if they run as code. */
  const mark = "__conformanceInjected";

  /** Text that looks like code: quotes, backslashes, line separators, tags and template literals. */
  const texts = [
    `"'\`\\`, `\u2028\u2029\u0000\u0085\r\n\t`, `</script><script>window.${mark}=1</script>`, `<!--<script>`,
    `");window.${mark}=1;("`, `');window.${mark}=1;('`, `\`);window.${mark}=1;(\``, `\${window.${mark}=1}`,
    `\\");window.${mark}=1;//`, `\u2028window.${mark}=1\u2028`, "\ud800", "😀", "%22);window.x=1;//", "\u202e",
  ];

  /** Fails if one of the texts ran. */
  function expectNothingRan() {
    const scope = /** @type {any} */ (window);
    if (!(mark in scope)) return;
    delete scope[mark];
    throw new Error("text from a message ran as code");
  }

  /** Fails if keys such as `__proto__` have added the member `polluted` to all objects. */
  function expectNothingPolluted() {
    if (/** @type {any} */ ({}).polluted !== undefined) throw new Error("Object.prototype was changed");
  }

  /**
   * Returns nested objects.
   * @param {number} depth
   */
  function nested(depth) {
    let value = /** @type {any} */ ({});
    for (let level = 0; level < depth; level += 1) value = { value };
    return value;
  }

  /** Returns an object that contains itself. */
  function cyclic() {
    const value = /** @type {any} */ ({});
    value.value = value;
    return value;
  }

  return { texts, expectNothingRan, expectNothingPolluted, nested, cyclic };
})();

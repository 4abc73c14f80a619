/**
 * Returns a function that makes names that no page can guess: 122 random bits, as 32 hexadecimal digits.
 *
 * The names are the UUIDs at the end of new blob URLs. The engine makes them with the generator of
 * `crypto.randomUUID`. The scripts do not use `crypto` itself, because WebKit starts a thread when a document first
 * uses it. The thread takes longer than all the other work of these scripts.
 *
 * @returns {() => string}
 */
function nameMaker() {
  const { apply } = Reflect;
  const { slice } = String.prototype;
  const { createObjectURL, revokeObjectURL } = URL;
  const blob = new Blob();
  return () => {
    const url = apply(createObjectURL, undefined, [blob]);
    apply(revokeObjectURL, undefined, [url]);
    /** @param {number} start @param {number} [end] @returns {string} */
    const part = (start, end) => apply(slice, url, [start, end]);
    return part(-36, -28) + part(-27, -23) + part(-22, -18) + part(-17, -13) + part(-12);
  };
}

// Values as short texts for people.

/** Characters that a person does not see, or that change the order of the letters around them. */
const invisible = /[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]/g;

/**
 * Returns a text in which invisible characters are written out, such as `⟨U+202E⟩`, so that a page cannot show a name
 * that it does not have. `PageText` of the apps does the same.
 * @param {string} text
 */
export function visible(text) {
  return text.replace(invisible, (character) =>
    `⟨U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`);
}

/** @param {number} milliseconds since the start of the trace */
export function time(milliseconds) {
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(3)} s`;
  const whole = Math.floor(seconds / 60);
  const rest = (seconds % 60).toFixed(3).padStart(6, "0");
  return whole < 60 ? `${whole}:${rest}` : `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}:${rest}`;
}

/** @param {number} milliseconds */
export function duration(milliseconds) {
  if (milliseconds < 0.1) return "< 0.1 ms";
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`;
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(2)} s`;
  return `${(milliseconds / 60_000).toFixed(1)} min`;
}

/** @param {number} milliseconds since 1970 */
export function clock(milliseconds) {
  const date = new Date(milliseconds);
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const thousandths = String(date.getMilliseconds()).padStart(3, "0");
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${thousandths}`;
}

/** @param {number} count */
export function size(count) {
  if (count < 1024) return `${count} B`;
  if (count < 1024 * 1024) return `${(count / 1024).toFixed(1)} KB`;
  return `${(count / 1024 / 1024).toFixed(1)} MB`;
}

/** @param {number} count @param {string} one @param {string} [many] */
export function counted(count, one, many = `${one}s`) {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

/**
 * Returns the name of a platform as its maker writes it.
 * @param {string} platform
 */
export function platformName(platform) {
  const names = { __proto__: null, ios: "iOS", macos: "macOS", android: "Android", windows: "Windows" };
  return /** @type {{ [name: string]: string | undefined }} */ (/** @type {unknown} */ (names))[platform] ?? platform;
}

/**
 * Returns a protocol's name with a capital letter.
 * @param {string} name
 */
export function protocolName(name) {
  return name === "gbg" ? "GBG" : name.charAt(0).toUpperCase() + name.slice(1);
}

/**
 * Returns a value in one line of at most about `limit` characters.
 * @param {unknown} value
 * @param {number} [limit]
 */
export function summary(value, limit = 160) {
  let rest = limit;
  /** @param {string} text */
  const take = (text) => {
    rest -= text.length;
    return text;
  };
  /** @param {unknown} part @param {number} depth @returns {string} */
  const written = (part, depth) => {
    if (rest <= 0) return "…";
    if (typeof part === "string") {
      return take(`"${visible(part.length > rest ? `${part.slice(0, rest)}…` : part)}"`);
    }
    if (typeof part !== "object" || part === null) return take(String(part));
    if (depth > 3) return take(Array.isArray(part) ? "[…]" : "{…}");
    const isArray = Array.isArray(part);
    const pieces = [];
    for (const key of Object.keys(part)) {
      if (rest <= 0) {
        pieces.push("…");
        break;
      }
      const member = written(/** @type {any} */ (part)[key], depth + 1);
      pieces.push(isArray ? member : `${take(visible(key))}: ${member}`);
      rest -= 2;
    }
    if (isArray) return `[${pieces.join(", ")}]`;
    return pieces.length ? `{ ${pieces.join(", ")} }` : "{}";
  };
  return written(value, 0);
}

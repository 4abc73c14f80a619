"use strict";

/** The list of the messages between the page and the app: the page's on the left, the app's on the right. */
const lanternConversation = (() => {
  /** @type {{ said: string, answered: string, milliseconds: number }[]} */
  const exchanges = [];
  let events = 0;

  /**
   * @param {string} tag
   * @param {string} className
   * @param {...(string | Node)} content
   */
  function made(tag, className, ...content) {
    const element = document.createElement(tag);
    if (className) element.className = className;
    element.append(...content);
    return element;
  }

  /**
   * Returns a `code` element for a text. Strings and comments have their own style, and lines break only between
   * members.
   * @param {string} text
   */
  function code(text) {
    const parts = text.split(/("(?:[^"\\]|\\.)*"|\/\*.*?\*\/)/);
    const pieces = parts.map((part, place) => {
      if (place % 2 === 0) return part.replace(/([:{]) (?!\{)/g, "$1\u00a0").replace(/ \}/g, "\u00a0}");
      return made("span", part.startsWith("/*") ? "remark" : "text", part.replaceAll(" ", "\u00a0"));
    });
    return made("code", "", ...pieces);
  }

  /**
   * @param {"page" | "app"} side
   * @param {string} kind
   * @param {string} head
   * @param {string} detail
   * @param {string} about
   */
  function show(side, kind, head, detail, about) {
    const bubble = made("div", `bubble ${side} ${kind}`, made("b", "", head), detail ? code(` ${detail}`) : "");
    const list = /** @type {HTMLElement} */ (document.getElementById("said"));
    list.append(made("li", `line ${side}`, bubble, made("span", "about", about)));
    // Scroll only the list, so that the room beside it does not move.
    list.scrollTop = list.scrollHeight;
  }

  /** @param {any[]} values */
  const all = (values) => values.map(lanternWords.written).join(", ");

  /**
   * Shows a call of the page. Returns the function that shows its answer.
   * @param {string} method
   * @param {any[]} values
   */
  function ask(method, values) {
    const start = performance.now();
    show("page", "", method, all(values), "");
    /** @param {any} value @param {boolean} isRefusal */
    return (value, isRefusal) => {
      const milliseconds = performance.now() - start;
      const answered = value === undefined ? "/* done */" : lanternWords.written(value);
      exchanges.push({ said: `${method} ${all(values)}`.trim(), answered, milliseconds });
      show("app", isRefusal ? "error" : "", method, answered, lanternWords.time(milliseconds));
    };
  }

  /**
   * Shows a call of the page that has no answer.
   * @param {string} method
   * @param {any[]} values
   */
  function tell(method, values) {
    show("page", "acknowledged", method, all(values), "no answer");
  }

  /**
   * Shows a callback that the app calls in the page.
   * @param {string} name
   * @param {any[]} values
   * @param {"event" | "question"} [about]
   */
  function hear(name, values, about = "event") {
    events += 1;
    show("app", "acknowledged", name, all(values), about);
  }

  /**
   * Shows the page's answer to a question of the app.
   * @param {string} name
   * @param {any} value
   */
  function answer(name, value) {
    show("page", "", name, lanternWords.written(value), "");
  }

  return { made, ask, tell, hear, answer, exchanges, count: () => ({ calls: exchanges.length, events }) };
})();

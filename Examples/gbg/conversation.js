"use strict";

/** The list of the messages between the page and the app: the page's on the left, the app's on the right. */
const gbgConversation = (() => {
  /**
   * The text and the time of each sent request, by its correlation id.
   * @type {Map<string, { said: string, start: number }>}
   */
  const sent = new Map();
  /** @type {{ said: string, answered: string, milliseconds: number }[]} */
  const exchanges = [];

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
      if (place % 2 === 0) return part.replace(/: (?!\{)/g, ":\u00a0").replace(/\{ (?=\w)/g, "{\u00a0").replace(/ \}/g, "\u00a0}");
      return made("span", part.startsWith("/*") ? "remark" : "text", part.replaceAll(" ", "\u00a0"));
    });
    return made("code", "", ...pieces);
  }

  /**
   * @param {GBGMessage} message
   * @param {boolean} isFromPage
   */
  function hear(message, isFromPage) {
    const { type, correlationId, payload } = message;
    const detail = "status" in payload ? payload.error ?? payload.data : payload.data;
    const head = type === "response" ? payload.status : payload.action;
    const said = detail === undefined ? head : `${head} ${gbgWords.written(detail)}`;
    const asked = sent.get(correlationId);
    const elapsed = asked && performance.now() - asked.start;
    if (type === "request") sent.set(correlationId, { said, start: performance.now() });
    if (type === "response" && asked && elapsed !== undefined && payload.status !== "acknowledged") {
      exchanges.push({ said: asked.said, answered: said, milliseconds: elapsed });
    }
    show({ head, said, type, side: isFromPage ? "page" : "app", status: type === "response" ? payload.status : "", elapsed });
  }

  /** @param {{ head: string, said: string, type: string, side: string, status: string, elapsed?: number }} line */
  function show({ head, said, type, side, status, elapsed }) {
    const about = type === "event" ? "event, no answer" : elapsed === undefined ? "" : gbgWords.time(elapsed);
    const bubble = made("div", `bubble ${side} ${status}`, made("b", "", head), code(said.slice(head.length)));
    const list = document.getElementById("said");
    if (!list) return;
    list.append(made("li", `line ${side}`, bubble, made("span", "about", about)));
    // Scroll only the list, so that the journey beside it does not move.
    list.scrollTop = list.scrollHeight;
  }

  return { made, hear, exchanges };
})();

"use strict";

/**
 * The state of a purchase: `idle`, `asking` (until the app has accepted it), `paying`, or `owned`.
 * @typedef {"idle" | "asking" | "paying" | "owned"} LanternStand
 */

/** The till: a card for each product. */
const lanternTill = (() => {
  const { made } = lanternConversation;

  /** @param {string} name one of the drawings in index.html */
  function drawing(name) {
    const space = "http://www.w3.org/2000/svg";
    const picture = document.createElementNS(space, "svg");
    const use = document.createElementNS(space, "use");
    use.setAttribute("href", `#${name}`);
    picture.setAttribute("aria-hidden", "true");
    picture.append(use);
    return made("span", "drawing", picture);
  }

  /** @param {JSProduct} product */
  function symbol({ productIdentifier, subscriptionPeriod }) {
    if (subscriptionPeriod) return "lamp-symbol";
    return productIdentifier === "lantern.shelf" ? "shelf-symbol" : "coins-symbol";
  }

  /**
   * Adds a product. Returns the function that shows the state of its purchase.
   * @param {JSProduct} product
   * @param {() => void} buy
   */
  function add(product, buy) {
    const { first, then, button: label } = lanternWords.offer(product);
    const button = /** @type {HTMLButtonElement} */ (made("button", "buy", label));
    button.type = "button";
    button.setAttribute("aria-label", `${product.localizedTitle}: ${label}`);
    button.addEventListener("click", buy);
    const terms = then ? [made("b", "", first), `, ${then}`] : [product.localizedDescription];
    const head = made("h3", "", product.localizedTitle);
    const kind = product.subscriptionPeriod ? "plan" : "";
    const card = made("article", `card ${kind}`, drawing(symbol(product)), head, made("p", "terms", ...terms), button);
    document.getElementById("till")?.append(card);

    return (/** @type {LanternStand} */ stand) => {
      const texts = { idle: label, asking: "One moment …", paying: "Paying …", owned: "Yours" };
      card.classList.remove("asking", "paying", "owned");
      if (stand !== "idle") card.classList.add(stand);
      button.textContent = texts[stand];
      button.disabled = stand !== "idle";
    };
  }

  /** Removes all cards. */
  function clear() {
    document.getElementById("till")?.replaceChildren();
  }

  return { add, clear };
})();

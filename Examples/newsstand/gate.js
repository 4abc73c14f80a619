"use strict";

/** The gates of the articles. A gate shows the product that unlocks its article, and the state of the purchase. */
const tideGate = (() => {
  /** @type {{ [Stand in TideStand]?: string }} */
  const remarks = {
    asking: "Waiting for the app …",
    paying: "The payment is in progress …",
    checking: "Paid. The paper's server checks the purchase.",
    refunded: "The purchase was refunded, so this article is locked again.",
    expired: "The paid time is over.",
    another: "Another reader here has bought this. It opens only for that reader.",
  };

  /** @param {string} tag @param {string} className @param {string} text */
  function made(tag, className, text) {
    const element = document.createElement(tag);
    element.className = className;
    element.textContent = text;
    return element;
  }

  /**
   * Adds a gate to an article.
   * @param {HTMLElement} article
   * @param {() => void} buy
   * @returns {(offer: TideOffer) => void} shows the state of the article
   */
  function add(article, buy) {
    /** @template {HTMLElement} Kind @param {string} selector @returns {Kind} */
    const part = (selector) => /** @type {Kind} */ (article.querySelector(selector));
    const title = made("h3", "", "");
    const cost = made("p", "cost", "");
    const terms = made("p", "terms", "");
    const remark = made("p", "remark", "");
    const button = /** @type {HTMLButtonElement} */ (made("button", "buy", "Buy"));
    button.type = "button";
    button.addEventListener("click", buy);
    const gate = part(".gate");
    gate.append(title, cost, terms, remark, button);

    /** @param {TideOffer} offer */
    function show({ stand, product, expiresAt }) {
      const wasOpen = article.dataset.stand === "open";
      article.dataset.stand = stand;
      const isOpen = stand === "open";
      const isBusy = stand === "asking" || stand === "paying" || stand === "checking";
      const hadFocus = gate.contains(document.activeElement);
      gate.hidden = isOpen;
      part(".rest").hidden = !isOpen;
      part(".badge").textContent = isOpen ? badge(expiresAt) : "";
      title.textContent = product ? product.localizedTitle : "Read on";
      terms.textContent = product ? product.localizedDescription : "You can read the rest after you have paid for it.";
      remark.textContent = remarks[stand] ?? "";
      cost.textContent = product ? tideWords.cost(product) : "";
      button.textContent = product ? verb(product, stand) : "Not for sale now";
      button.disabled = !product || isBusy;
      // The gate had the focus and is now hidden. Focus the headline, so that a keyboard user keeps their position.
      if (isOpen && !wasOpen && hadFocus) part("h2").focus();
    }

    part("h2").tabIndex = -1;
    return show;
  }

  /** @param {Date} [expiresAt] */
  function badge(expiresAt) {
    return expiresAt ? `Yours until ${tideWords.end(expiresAt)}` : "Yours";
  }

  /** @param {JSProduct} product @param {TideStand} stand */
  function verb({ subscriptionPeriod }, stand) {
    const verb = subscriptionPeriod ? "Subscribe" : "Buy";
    return stand === "refunded" || stand === "expired" ? `${verb} again` : verb;
  }

  return { add };
})();

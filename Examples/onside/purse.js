"use strict";

/**
 * The reader's coins, stories and subscription, kept in `localStorage`. A real shop keeps them on its server, which
 * asks Onside what was paid, because a reader can change the page's storage.
 *
 * @typedef {{
 *   coins: number, plan: string, hasShelf: boolean, stories: string[], granted: string[], home: string,
 * }} LanternPurse
 */
const lanternPurse = (() => {
  const key = "lantern.purse";

  /** @type {LanternPurse} */
  const purse = { coins: 0, plan: "", hasShelf: false, stories: [], granted: [], home: "", ...read() };

  /** @returns {Partial<LanternPurse>} */
  function read() {
    try {
      return JSON.parse(localStorage.getItem(key) ?? "{}");
    } catch {
      return {}; // If there is no storage, or it has other content, the purse is empty.
    }
  }

  function keep() {
    try {
      localStorage.setItem(key, JSON.stringify(purse));
    } catch {
      return; // Without storage, the purse exists only as long as the page.
    }
  }

  /**
   * Unlocks the product of a paid transaction. Does nothing for a transaction that the app reports again. The purse is
   * saved before the transaction is finished, so nothing is lost if the page is closed in between.
   * @param {JSPaymentTransaction} transaction
   */
  function grant({ id, payment: { product } }) {
    const goods = lanternGoods.get(product.productIdentifier);
    if (!goods || purse.granted.includes(id)) return;
    if ("coins" in goods) purse.coins += goods.coins;
    else if (goods.unlocks === "shelf") purse.hasShelf = true;
    else purse.plan = product.productIdentifier;
    purse.granted.push(id);
    keep();
  }

  /**
   * Forgets a transaction that was removed, because the app does not report it again.
   * @param {string} id
   */
  function forget(id) {
    purse.granted = purse.granted.filter((each) => each !== id);
    keep();
  }

  /**
   * Returns whether the reader can read a story.
   * @param {string} story
   */
  function canRead(story) {
    return purse.hasShelf || purse.plan !== "" || purse.stories.includes(story);
  }

  /**
   * Pays for a story with coins. Returns false if there are too few.
   * @param {string} story
   */
  function spend(story) {
    if (purse.coins < lanternStoryPrice) return false;
    purse.coins -= lanternStoryPrice;
    purse.stories.push(story);
    keep();
    return true;
  }

  /**
   * Returns whether the reader owns a product already, so that they should not buy it again.
   * @param {string} identifier
   */
  function owns(identifier) {
    return purse.plan === identifier || (purse.hasShelf && identifier === "lantern.shelf");
  }

  /**
   * Returns the code of the reader's own country. If `country` is given, sets it first.
   * @param {string} [country]
   */
  function home(country) {
    if (country !== undefined) {
      purse.home = country;
      keep();
    }
    return purse.home;
  }

  return { grant, forget, canRead, spend, owns, home, coins: () => purse.coins, plan: () => purse.plan };
})();

"use strict";

/**
 * What the reader owns, kept over visits. A real shop keeps it on its server, which asks Onside what was paid: here the
 * reader could write anything.
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
      return {}; // A page without storage, or with something else in it, begins with an empty purse.
    }
  }

  function keep() {
    try {
      localStorage.setItem(key, JSON.stringify(purse));
    } catch {
      return; // Without storage the purse lasts as long as the page.
    }
  }

  /**
   * Unlocks what a transaction has paid for, once, however often the transaction is told. It is kept before the
   * transaction is finished: nothing is lost if the page is closed in between.
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
   * A transaction is gone, and will not be told again.
   * @param {string} id
   */
  function forget(id) {
    purse.granted = purse.granted.filter((each) => each !== id);
    keep();
  }

  /**
   * Whether a story can be read.
   * @param {string} story
   */
  function canRead(story) {
    return purse.hasShelf || purse.plan !== "" || purse.stories.includes(story);
  }

  /**
   * Pays for a story with coins, if there are enough of them.
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
   * Whether a product is the reader's already, and not to be bought again.
   * @param {string} identifier
   */
  function owns(identifier) {
    return purse.plan === identifier || (purse.hasShelf && identifier === "lantern.shelf");
  }

  /**
   * Where the reader lives.
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

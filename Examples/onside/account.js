"use strict";

/** The bar above the shelf: the coins, the subscription, and the country of the logged-in user's storefront. */
const lanternAccount = (() => {
  /** @template {HTMLElement} Kind @param {string} id @returns {Kind} */
  const element = (id) => /** @type {Kind} */ (document.getElementById(id));

  /** @type {HTMLButtonElement} */
  const session = element("session");
  const plan = element("plan");
  let isLoggedIn = false;

  /**
   * Shows the country of the logged-in user's storefront. If it is null, shows that no user is logged in.
   * @param {JSStorefront | null} storefront
   */
  function show(storefront) {
    isLoggedIn = storefront !== null;
    const place = storefront && `Shopping in ${lanternWords.country(storefront.countryCode)}`;
    element("country").textContent = place ?? "Not logged in";
    session.textContent = storefront ? "Log out" : "Log in";
    session.disabled = false;
    if (storefront) lanternGate.settle(storefront.countryCode);
  }

  /**
   * Shows the coins and the subscription in the purse.
   * @param {JSProduct[]} products
   */
  function showPurse(products) {
    element("coins").textContent = lanternWords.coins(lanternPurse.coins());
    const own = products.find(({ productIdentifier }) => productIdentifier === lanternPurse.plan());
    plan.hidden = !own;
    plan.textContent = own?.localizedTitle ?? "";
  }

  /** @param {{ logIn: () => void, logOut: () => void }} actions */
  function listen({ logIn, logOut }) {
    session.addEventListener("click", () => (isLoggedIn ? logOut() : logIn()));
  }

  return { show, showPurse, listen };
})();

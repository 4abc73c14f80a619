"use strict";

/** What a host does by itself, and its customer with it: each function skips the rule where this host does not. */
const onsideCustomer = (() => {
  const { state, heard, until, calls, answer } = onsideBridge;

  /** Skips unless the host serves this page. */
  function trusted() {
    if (!state.isTrusted) conformance.skip("the host was told not to serve this page");
  }

  /** Skips unless the store answers. */
  function working() {
    trusted();
    if (state.error) conformance.skip("this store was told to fail");
  }

  /** The identifiers of what the host sells, the first of them for sale again and again. */
  function identifiers() {
    working();
    if (state.isCatalog) return onsideCatalog.products.map(({ productIdentifier }) => productIdentifier);
    if (state.products.length > 0) return state.products;
    return conformance.skip("nothing is known to be for sale; see ?catalog=shop and ?products=");
  }

  /** Skips unless the host sells `shop.storekit`. */
  function catalog() {
    working();
    if (!state.isCatalog) conformance.skip("the host does not sell the suite's own shop.storekit; see ?catalog=shop");
  }

  /**
   * Loads products, and fails unless they are there.
   * @param {...string} wanted
   * @returns {Promise<JSProduct[]>}
   */
  async function load(...wanted) {
    const { products } = await answer("loadProducts", { productIdentifiers: wanted });
    const found = products.map((/** @type {JSProduct} */ { productIdentifier }) => productIdentifier);
    const missing = wanted.filter((identifier) => !found.includes(identifier));
    if (missing.length > 0) throw new Error(`not for sale: ${missing.join(", ")}`);
    return products;
  }

  /** Sees to it that somebody is logged in; gives the storefront. */
  async function logIn() {
    trusted();
    const storefront = await answer("getCurrentStorefront");
    if (storefront) return storefront;
    if (state.login !== "succeed") conformance.skip("nobody is logged in, and no login is told to succeed");
    await answer("requestLogin");
    return (await answer("getCurrentStorefront")) ?? conformance.skip("there is no storefront after a login");
  }

  /** Sees to it that nobody is logged in, if a login can come after it. */
  async function logOut() {
    trusted();
    if ((await answer("getCurrentStorefront")) === null) return;
    if (state.login !== "succeed") conformance.skip("somebody is logged in, and could not log in again");
    const before = heard.length;
    onsideBridge.api.logout();
    await until("onStorefrontChanged", () => calls("onStorefrontChanged", before).some(([value]) => value === null));
  }

  /**
   * Skips unless payments end in this way.
   * @param {string} ending
   */
  function payment(ending) {
    trusted();
    if (state.payment !== ending) conformance.skip(`payments do not end like this here; see ?payment=${ending}`);
  }

  /** Sees to it that nobody is logged in, and skips unless the next login is dismissed. */
  async function dismissLogin() {
    trusted();
    if (state.login !== "discard") conformance.skip("no login is told to be dismissed; see ?login=discard");
    await logOut();
  }

  /** Skips unless logins succeed. */
  function login() {
    trusted();
    if (state.login !== "succeed") conformance.skip("no login is told to succeed; see ?login=succeed");
  }

  /**
   * Skips unless the store is one of this kind.
   * @param {"local" | "service"} kind
   */
  function store(kind) {
    working();
    if (state.store !== kind) conformance.skip(`this store is not known to be a ${kind} one; see ?store=${kind}`);
  }

  /** The case with which the store fails; skips if it works. */
  function storeError() {
    trusted();
    return state.error ?? conformance.skip("this store works; see ?error=connectionError");
  }

  return {
    trusted, working, identifiers, catalog, load, logIn, logOut, dismissLogin, login, payment, store, storeError,
  };
})();

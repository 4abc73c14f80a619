"use strict";

/**
 * The behavior of the host and its customer that rules need. A function skips the rule if this host does not simulate
 * that behavior.
 */
const onsideCustomer = (() => {
  const { state, heard, until, calls, answer } = onsideBridge;

  /** Skips the rule unless the host serves this page. */
  function trusted() {
    if (!state.isTrusted) conformance.skip("the suite was opened with ?trusted=no");
  }

  /** Skips the rule unless the store works. */
  function working() {
    trusted();
    if (state.error) conformance.skip("this host's store fails; leave ?error= out");
  }

  /** Returns the identifiers of the products for sale. The first product can be bought repeatedly. */
  function identifiers() {
    working();
    if (state.isCatalog) return onsideCatalog.products.map(({ productIdentifier }) => productIdentifier);
    if (state.products.length > 0) return state.products;
    return conformance.skip("no product is known to be for sale; see ?catalog=shop and ?products=");
  }

  /** Skips the rule unless the host sells `shop.storekit`. */
  function catalog() {
    working();
    if (!state.isCatalog) conformance.skip("the host does not sell the suite's own shop.storekit; see ?catalog=shop");
  }

  /**
   * Loads products, and fails unless all of them are for sale.
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

  /** Ensures that a user is logged in. Returns the storefront. */
  async function logIn() {
    trusted();
    const storefront = await answer("getCurrentStorefront");
    if (storefront) return storefront;
    if (state.login !== "succeed") conformance.skip("no user is logged in; see ?login=succeed");
    await answer("requestLogin");
    return (await answer("getCurrentStorefront")) ?? conformance.skip("there is no storefront after a login");
  }

  /** Ensures that no user is logged in; skips the rule if the user could not log in again afterwards. */
  async function logOut() {
    trusted();
    if ((await answer("getCurrentStorefront")) === null) return;
    if (state.login !== "succeed") conformance.skip("a user is logged in, and could not log in again; see ?login=succeed");
    const before = heard.length;
    onsideBridge.api.logout();
    await until("onStorefrontChanged", () => calls("onStorefrontChanged", before).some(([value]) => value === null));
  }

  /**
   * Skips the rule unless payments end in this way.
   * @param {string} ending
   */
  function payment(ending) {
    trusted();
    if (state.payment !== ending) conformance.skip(`payments end differently on this host; see ?payment=${ending}`);
  }

  /** Ensures that no user is logged in; skips the rule unless the next login is dismissed. */
  async function dismissLogin() {
    trusted();
    if (state.login !== "discard") conformance.skip("logins are not dismissed on this host; see ?login=discard");
    await logOut();
  }

  /** Skips the rule unless logins succeed. */
  function login() {
    trusted();
    if (state.login !== "succeed") conformance.skip("logins do not succeed on this host; see ?login=succeed");
  }

  /**
   * Skips the rule unless the store is of this kind.
   * @param {"local" | "service"} kind
   */
  function store(kind) {
    working();
    if (state.store !== kind) conformance.skip(`this store is not known to be a ${kind} store; see ?store=${kind}`);
  }

  /** Returns the error case with which the store fails; skips the rule if the store works. */
  function storeError() {
    trusted();
    return state.error ?? conformance.skip("this store works; see ?error=connectionError");
  }

  return {
    trusted, working, identifiers, catalog, load, logIn, logOut, dismissLogin, login, payment, store, storeError,
  };
})();

"use strict";

// Section 3.2: the login and the storefront.
conformance.add(
  {
    number: "onside-3.2.4",
    mark: "contract",
    rule: "`logout` returns undefined; then there is no storefront, and `onStorefrontChanged(null)` follows.",
    async check() {
      onsideCustomer.login();
      await onsideCustomer.logIn();
      const before = onsideBridge.heard.length;
      const returned = onsideBridge.api.logout();
      if (returned !== undefined) throw new Error(`logout returned ${describeShape(returned)}`);
      await onsideBridge.until("onStorefrontChanged", () =>
        onsideBridge.calls("onStorefrontChanged", before).some((values) => values.length === 1 && values[0] === null));
      const storefront = await onsideBridge.answer("getCurrentStorefront");
      if (storefront !== null) throw new Error(`the storefront is ${describeShape(storefront)}`);
      return "null from getCurrentStorefront and in onStorefrontChanged";
    },
  },
  {
    number: "onside-3.2.5",
    mark: "causeway",
    rule: "`requestLogin` resolves undefined once the storefront is set, and `onStorefrontChanged` reports it.",
    async check() {
      onsideCustomer.login();
      await onsideCustomer.logOut();
      const before = onsideBridge.heard.length;
      const value = await onsideBridge.answer("requestLogin");
      if (value !== undefined) throw new Error(`it resolved ${describeShape(value)}`);
      const storefront = await onsideBridge.answer("getCurrentStorefront");
      if (storefront === null) throw new Error("there is no storefront");
      const [told] = await onsideBridge.until("onStorefrontChanged", () => {
        return onsideBridge.calls("onStorefrontChanged", before)[0];
      });
      if (onsideText(told) !== onsideText(storefront)) throw new Error(
        `onStorefrontChanged got ${describeShape(told)}`);
      return storefront.countryCode;
    },
  },
  {
    number: "onside-3.2.6",
    mark: "published",
    rule: "There is no storefront until a user logs in.",
    async check() {
      if (onsideBridge.state.loggedIn !== "false") {
        return conformance.skip("a user was logged in from the start; see ?loggedIn=false");
      }
      await onsideCustomer.logOut();
      const storefront = await onsideBridge.answer("getCurrentStorefront");
      if (storefront !== null) throw new Error(`the storefront is ${describeShape(storefront)}`);
      return "null";
    },
  },
  {
    number: "onside-3.2.7",
    mark: "contract",
    rule: "`requestLogin` rejects with loginDiscarded if the user dismisses the login, and no user is logged in.",
    async check() {
      await onsideCustomer.dismissLogin();
      failOn(onsideErrors.domainFaults("requestLogin", await onsideBridge.ask("requestLogin"), "loginDiscarded"));
      const storefront = await onsideBridge.answer("getCurrentStorefront");
      if (storefront !== null) throw new Error(`the storefront is ${describeShape(storefront)}`);
      return "loginDiscarded";
    },
  },
  {
    number: "onside-3.2.8",
    mark: "contract",
    rule: "`purchase` rejects with loginDiscarded if the user dismisses the login, and the purchase is not reported.",
    async check() {
      await onsideCustomer.dismissLogin();
      const [identifier] = onsideCustomer.identifiers();
      await onsideCustomer.load(identifier);
      const token = onsidePurchases.newToken();
      const outcome = await onsideBridge.ask("purchase", { productIdentifier: identifier, appAccountToken: token });
      failOn(onsideErrors.domainFaults("purchase", outcome, "loginDiscarded"));
      await onsideBridge.settle();
      if (onsidePurchases.story(token).length > 0) throw new Error("a transaction was reported nevertheless");
      return "loginDiscarded";
    },
  },
  {
    number: "onside-3.2.9",
    mark: "published",
    rule: "Purchases and restores show the login if no user is logged in, and then continue.",
    async check() {
      onsideCustomer.login();
      await onsideCustomer.logOut();
      const purchase = await onsidePurchases.buyAndFinish();
      if ((await onsideBridge.answer("getCurrentStorefront")) === null) {
        throw new Error("the product was bought, but no user is logged in");
      }
      await onsideCustomer.logOut();
      const { restored } = await onsidePurchases.restore();
      await onsidePurchases.finishAll(restored);
      if ((await onsideBridge.answer("getCurrentStorefront")) === null) {
        throw new Error("the purchases were restored, but no user is logged in");
      }
      return "a purchase and a restore";
    },
  },
  {
    number: "onside-3.2.10",
    mark: "contract",
    rule: "`presentPaymentMethodsManager` resolves undefined once the user has closed the screen.",
    async check() {
      onsideCustomer.store("service");
      await onsideCustomer.logIn();
      const value = await onsideBridge.answer("presentPaymentMethodsManager");
      if (value !== undefined) throw new Error(`it resolved ${describeShape(value)}`);
      return "undefined";
    },
  },
  {
    number: "onside-3.2.11",
    mark: "contract",
    rule: "In local testing, payment methods and the signed history fail with notSupportedInLocalTesting.",
    async check() {
      onsideCustomer.store("local");
      await onsideCustomer.logIn();
      const methods = ["presentPaymentMethodsManager", "getSignedInAppsHistory"];
      const outcomes = await Promise.all(methods.map((method) => onsideBridge.ask(method)));
      failOn(outcomes.flatMap((outcome, place) =>
        onsideErrors.domainFaults(methods[place], outcome, "notSupportedInLocalTesting")));
      return methods.join(", ");
    },
  },
  {
    number: "onside-3.2.12",
    mark: "published",
    rule: "`getSignedInAppsHistory` shows no login: if no user is logged in, it rejects with notLoggedIn.",
    async check() {
      onsideCustomer.working();
      await onsideCustomer.logOut();
      // In local testing, no user has a history. The app may reject for this reason before it checks the login.
      const cases = ["notLoggedIn"];
      if (onsideBridge.state.store !== "service") cases.push("notSupportedInLocalTesting");
      const outcome = await onsideBridge.ask("getSignedInAppsHistory");
      failOn(onsideErrors.domainFaults("getSignedInAppsHistory", outcome, ...cases));
      if ((await onsideBridge.answer("getCurrentStorefront")) !== null) throw new Error(
        "getSignedInAppsHistory logged a user in");
      return Object.keys(outcome.value)[0];
    },
  },
  {
    number: "onside-3.2.13",
    mark: "published",
    rule: "The attribution metadata is an object, and simultaneous calls get equal objects.",
    async check() {
      onsideCustomer.working();
      const answers = await Promise.all([1, 2, 3].map(() => onsideBridge.answer("getAttributionMetadata")));
      failOn(onsideShapes.attribution(answers[0]));
      if (new Set(answers.map(onsideText)).size !== 1) throw new Error("the answers differ");
      return "refererUrl" in answers[0] ? "with a refererUrl" : "without a refererUrl";
    },
  },
);

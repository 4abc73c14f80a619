"use strict";

// Section 6.1: initialization. The first rules need a document that is not initialized, so they run before all others.
conformance.add(
  {
    number: "onside-6.1.1",
    mark: "causeway",
    rule: "Without any call of `initializeOnside`, every promise method rejects with notInitialized.",
    async check() {
      onsideCustomer.trusted();
      const labels = Object.keys(onsideBridge.promised);
      const outcomes = await onsideAskEverything();
      failOn(outcomes.flatMap((outcome, place) => onsideErrors.bridgeFaults(labels[place], outcome, "notInitialized")));
      return labels.join(", ");
    },
  },
  {
    number: "onside-6.1.2",
    mark: "causeway",
    rule: "Without any call of `initializeOnside`, the methods without an answer return undefined and do nothing.",
    check() {
      onsideForgetEverything();
      return "rule 6.1.6 checks that `logout` did nothing";
    },
  },
  {
    number: "onside-6.1.3",
    mark: "contract",
    rule: "`initializeOnside` rejects every version but `v1` with unsupportedVersion, and changes nothing.",
    async check() {
      onsideCustomer.trusted();
      const versions = ["v2", "V1", "v1 ", "v1\u0000", "1", "", 1, null, undefined, {}, ["v1"], true];
      const outcomes = await Promise.all(versions.map((version) => onsideBridge.ask("initializeOnside", version)));
      outcomes.push(await onsideBridge.ask("initializeOnside"));
      failOn(outcomes.flatMap((outcome, place) => {
        return onsideErrors.bridgeFaults(describeShape(versions[place]), outcome, "unsupportedVersion");
      }));
      const after = await onsideBridge.ask("getTransactions");
      failOn(onsideErrors.bridgeFaults("getTransactions", after, "notInitialized"));
      return `${outcomes.length} versions`;
    },
  },
  {
    number: "onside-6.1.8",
    mark: "causeway",
    rule: "Calls that follow a failed call of `initializeOnside` reject with the same error.",
    async check() {
      onsideCustomer.trusted();
      const failed = onsideBridge.ask("initializeOnside", "v2");
      const calls = [onsideBridge.ask("getTransactions"), onsideBridge.ask("requestLogin")];
      for (const outcome of [await failed, ...await Promise.all(calls)]) {
        failOn(onsideErrors.bridgeFaults("a call after `initializeOnside('v2')`", outcome, "unsupportedVersion"));
      }
      return "unsupportedVersion";
    },
  },
  {
    number: "onside-6.1.4",
    mark: "contract",
    gate: true,
    rule: "`initializeOnside('v1')` resolves.",
    async check() {
      if (!onsideBridge.state.isTrusted) return "the app does not serve this document; see rule 7.8";
      const initialization = onsideBridge.ask("initializeOnside", "v1");
      onsideHeld.call(initialization);
      const outcome = await initialization;
      if (outcome.kind !== "resolved") throw new Error(describeOnsideOutcome(outcome));
      onsideBridge.listen();
      return describeOnsideOutcome(outcome);
    },
  },
  {
    number: "onside-6.1.9",
    mark: "causeway",
    rule: "Calls after `initializeOnside` was called wait until it resolves, and then run in order.",
    async check() {
      onsideCustomer.trusted();
      return onsideHeld.check();
    },
  },
  {
    number: "onside-6.1.5",
    mark: "causeway",
    rule: "`initializeOnside` may be called again, and resolves each time.",
    async check() {
      onsideCustomer.trusted();
      const outcomes = await Promise.all([1, 2, 3].map(() => onsideBridge.ask("initializeOnside", "v1")));
      for (const outcome of outcomes) {
        if (outcome.kind !== "resolved" || outcome.value !== undefined) throw new Error(describeOnsideOutcome(outcome));
      }
      return "3 times at once, each undefined";
    },
  },
  {
    number: "onside-6.1.6",
    mark: "causeway",
    rule: "Calls before `initializeOnside` were ignored: the user was not logged out.",
    async check() {
      onsideCustomer.trusted();
      if (onsideBridge.state.loggedIn !== "true") {
        return conformance.skip("no user is known to be logged in; see ?loggedIn=true");
      }
      const storefront = await onsideBridge.answer("getCurrentStorefront");
      if (storefront === null) throw new Error("there is no storefront");
      return `still in ${storefront.countryCode}`;
    },
  },
  {
    number: "onside-6.1.7",
    mark: "causeway",
    rule: "Another version is also refused after `initializeOnside('v1')`.",
    async check() {
      onsideCustomer.trusted();
      failOn(onsideErrors.bridgeFaults("v2", await onsideBridge.ask("initializeOnside", "v2"), "unsupportedVersion"));
      return "unsupportedVersion";
    },
  },
);

/** Calls that the page makes before `initializeOnside` is answered, and their outcomes. */
const onsideHeld = (() => {
  /** @type {string[]} */
  const settled = [];
  /** @type {Promise<ConformanceOutcome>[]} */
  let calls = [];

  /** @param {Promise<ConformanceOutcome>} initialization */
  function call(initialization) {
    const { ask, api } = onsideBridge;
    /** @type {[string, Promise<ConformanceOutcome>][]} */
    const named = [["initializeOnside", initialization]];
    const identifiers = { productIdentifiers: /** @type {string[]} */ ([]) };
    named.push(["loadProducts", ask("loadProducts", identifiers)]);
    // A change after the call must have no effect: the app must still get the empty list.
    identifiers.productIdentifiers.push("conformance.late");
    named.push(["purchase", ask("purchase", { productIdentifier: "conformance.unknown" })]);
    api.trackEvent({ name: "conformance_held" });
    named.push(["finishTransaction", ask("finishTransaction", "conformance")]);
    for (const [name, outcome] of named) void outcome.then(() => settled.push(name));
    calls = named.map(([, outcome]) => outcome);
  }

  async function check() {
    const [, products, purchase, finish] = await Promise.all(calls);
    if (products.kind !== "resolved") throw new Error(`loadProducts ${describeOnsideOutcome(products)}`);
    if (products.value.invalidProductIdentifiers.length > 0) throw new Error(
      "loadProducts used a change that the page made to the list after the call");
    failOn([
      ...onsideErrors.domainFaults("purchase", purchase, "unknownProduct"),
      ...onsideErrors.domainFaults("finishTransaction", finish, "unknownTransaction"),
    ]);
    if (settled[0] !== "initializeOnside") throw new Error(`${settled[0]} settled before initializeOnside`);
    return settled.join(", ");
  }

  return { call, check };
})();

/** Calls every promise method except `initializeOnside`, one after the other. */
async function onsideAskEverything() {
  const outcomes = [];
  for (const [method, values] of Object.entries(onsideBridge.promised)) {
    outcomes.push(await onsideBridge.ask(method, ...values));
  }
  return outcomes;
}

/** Calls each method without an answer, and fails unless it returns undefined. */
function onsideForgetEverything() {
  const { api, forgotten } = onsideBridge;
  for (const name of forgotten) {
    const returned = api[name](name === "trackEvent" ? { name: "conformance" } : undefined);
    if (returned !== undefined) throw new Error(`${name} returned ${describeShape(returned)}`);
  }
}

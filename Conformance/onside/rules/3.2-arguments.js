"use strict";

// Sections 1 and 3.2: arguments.
conformance.add(
  {
    number: "onside-3.2.20",
    mark: "causeway",
    rule: "A method rejects arguments of the wrong type with invalidArguments.",
    async check() {
      onsideCustomer.trusted();
      const noObject = [undefined, null, "conformance.coins", 7, true, [], ["a"], {}];
      const noText = [undefined, null, 7, true, {}];
      const noList = [...noText, "a", [7], ["a", null], [["a"]], [{}], { 0: "a", length: 1 }];
      /** @type {[string, any][]} */
      const cases = [];
      for (const value of noObject) cases.push(["loadProducts", value], ["purchase", value]);
      for (const value of noList) cases.push(["loadProducts", { productIdentifiers: value }]);
      for (const value of [...noText, ["a"]]) cases.push(["purchase", { productIdentifier: value }]);
      for (const value of [7, true, {}, ["a"]]) {
        cases.push(["purchase", { productIdentifier: "conformance.unknown", appAccountToken: value }]);
      }
      for (const value of [...noText, ["a"], { id: "a" }]) cases.push(["finishTransaction", value]);
      await onsideExpectInvalid(cases.map(([method, value]) => [`${method} ${JSON.stringify(value)}`, method, value]));
      return `${cases.length} arguments`;
    },
  },
  {
    number: "onside-3.2.21",
    mark: "published",
    rule: "A method rejects arguments that JSON cannot express, and does not throw.",
    async check() {
      onsideCustomer.trusted();
      const broken = { get productIdentifier() { throw new RangeError("conformance"); } };
      await onsideExpectInvalid([
        ["a list of a BigInt", "loadProducts", { productIdentifiers: [1n] }],
        ["a list of a cycle", "loadProducts", { productIdentifiers: [hostile.cyclic()] }],
        ["a symbol to load", "loadProducts", Symbol("conformance")],
        ["a BigInt to buy", "purchase", { productIdentifier: 1n }],
        ["a function to buy", "purchase", { productIdentifier: () => {} }],
        ["a getter that throws", "purchase", broken],
        ["a BigInt to finish", "finishTransaction", 1n],
        ["a symbol to finish", "finishTransaction", Symbol("conformance")],
        ["a function to finish", "finishTransaction", () => {}],
        ["a cycle to finish", "finishTransaction", hostile.cyclic()],
      ]);
      return "10 arguments";
    },
  },
  {
    number: "onside-3.2.22",
    mark: "causeway",
    rule: "Fields that the contract does not define are ignored, and so are additional arguments.",
    async check() {
      onsideCustomer.working();
      const answers = await Promise.all([
        onsideBridge.answer("loadProducts", { productIdentifiers: [], productIDs: 7, __proto__: null }, 7, {}),
        onsideBridge.answer("getTransactions", "all", { transactions: [] }),
        onsideBridge.answer("getCurrentStorefront", 7),
        onsideBridge.answer("initializeOnside", "v1", "v2"),
      ]);
      const request = { productIdentifier: "conformance.unknown", quantity: 2 };
      const outcome = await onsideBridge.ask("purchase", request, "now");
      failOn(onsideErrors.domainFaults("purchase", outcome, "unknownProduct"));
      return `${answers.length + 1} calls`;
    },
  },
  {
    number: "onside-3.2.23",
    mark: "causeway",
    rule: "An `appAccountToken` of `undefined` or `null` counts as missing.",
    async check() {
      onsideCustomer.working();
      for (const appAccountToken of [undefined, null]) {
        const request = { productIdentifier: "conformance.unknown", appAccountToken };
        const outcome = await onsideBridge.ask("purchase", request);
        failOn(onsideErrors.domainFaults(String(appAccountToken), outcome, "unknownProduct"));
      }
      return "both were accepted; then the product was refused";
    },
  },
  {
    number: "onside-3.2.24",
    mark: "contract",
    rule: "Methods return native promises, and each settles once.",
    async check() {
      onsideCustomer.working();
      const { api, promised } = onsideBridge;
      // Separate rules check the methods that may show a window or begin a payment.
      const quiet = Object.entries(promised).filter(([name]) => /^(get|load|finish|purchase)/.test(name));
      const outcomes = await Promise.all(quiet.map(async ([name, values]) => {
        const promise = api[name](...values);
        if (!(promise instanceof Promise)) throw new Error(`${name} returned ${describeShape(promise)}`);
        return conformance.outcome(() => promise);
      }));
      await onsideBridge.settle();
      failOn(outcomes.flatMap(({ settlements }, place) => {
        return settlements === 1 ? [] : [`${quiet[place][0]}: settled ${settlements} times`];
      }));
      return quiet.map(([name]) => name).join(", ");
    },
  },
);

/** @param {[string, string, any][]} cases a label, a method, and its argument */
async function onsideExpectInvalid(cases) {
  const outcomes = await Promise.all(cases.map(([, method, value]) => onsideBridge.ask(method, value)));
  failOn(outcomes.flatMap((outcome, place) => onsideErrors.bridgeFaults(cases[place][0], outcome, "invalidArguments")));
}

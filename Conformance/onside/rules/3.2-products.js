"use strict";

// Section 3.2: products, and which of them can be bought.
conformance.add(
  {
    number: "onside-3.2.14",
    mark: "causeway",
    rule: "`loadProducts` with an empty list resolves with two empty lists.",
    async check() {
      onsideCustomer.working();
      const answer = await onsideBridge.answer("loadProducts", { productIdentifiers: [] });
      const expected = { products: [], invalidProductIdentifiers: [] };
      if (onsideText(answer) !== onsideText(expected)) throw new Error(`it resolved ${onsideText(answer)}`);
      return "two empty lists";
    },
  },
  {
    number: "onside-3.2.15",
    mark: "contract",
    rule: "Unknown and malformed identifiers are returned unchanged in `invalidProductIdentifiers`.",
    async check() {
      const [known] = onsideCustomer.identifiers();
      const unknown = [
        "conformance.unknown", "", " ", known.toUpperCase(), `${known} `, "x".repeat(5_000), "__proto__", "constructor",
        ...hostile.texts.filter((text) => text !== "\ud800"),
      ];
      const answer = await onsideBridge.answer("loadProducts", { productIdentifiers: [...unknown, known] });
      if (answer.products.length !== 1) throw new Error(`there are ${answer.products.length} products`);
      const came = answer.invalidProductIdentifiers;
      failOn(unknown.filter((each) => !came.includes(each)).map((each) => `${describeShape(each)} was not returned`));
      if (came.length !== unknown.length) throw new Error(
        `${came.length} of ${unknown.length} unknown identifiers were returned`);
      hostile.expectNothingRan();
      return `${unknown.length} identifiers`;
    },
  },
  {
    number: "onside-3.2.16",
    mark: "causeway",
    rule: "Products keep the order of the request, and repeated identifiers count once.",
    async check() {
      const identifiers = onsideCustomer.identifiers();
      const wanted = [...identifiers].reverse();
      const answer = await onsideBridge.answer("loadProducts", {
        productIdentifiers: [...wanted, "conformance.unknown", ...identifiers, "conformance.unknown"],
      });
      const came = answer.products.map((/** @type {JSProduct} */ { productIdentifier }) => productIdentifier);
      if (onsideText(came) !== onsideText(wanted)) throw new Error(`the order is ${came.join(", ")}`);
      if (answer.invalidProductIdentifiers.length !== 1) throw new Error(
        "the unknown identifier was returned more than once");
      return wanted.join(", ");
    },
  },
  {
    number: "onside-3.2.17",
    mark: "contract",
    rule: "Only loaded products can be bought: `purchase` rejects with unknownProduct for any other product.",
    async check() {
      onsideCustomer.working();
      const identifiers = ["conformance.unknown", ""];
      if (onsideBridge.state.isCatalog) identifiers.push(onsideCatalog.neverLoaded);
      for (const productIdentifier of identifiers) {
        const outcome = await onsideBridge.ask("purchase", { productIdentifier });
        failOn(onsideErrors.domainFaults(describeShape(productIdentifier), outcome, "unknownProduct"));
      }
      return identifiers.length > 2 ? "unknown, and for sale but not loaded" : "unknown";
    },
  },
  {
    number: "onside-3.2.18",
    mark: "causeway",
    rule: "A purchase of an unknown product is rejected with unknownProduct before the login screen is shown.",
    async check() {
      onsideCustomer.working();
      await onsideCustomer.logOut();
      const outcome = await onsideBridge.ask("purchase", { productIdentifier: "conformance.unknown" });
      failOn(onsideErrors.domainFaults("purchase", outcome, "unknownProduct"));
      if ((await onsideBridge.answer("getCurrentStorefront")) !== null) throw new Error(
        "the purchase logged a user in");
      return "unknownProduct, and no user is logged in";
    },
  },
  {
    number: "onside-3.2.19",
    mark: "causeway",
    rule: "`appAccountToken` is returned unchanged, for any text of at most 1,024 bytes.",
    async check() {
      await onsideCustomer.logIn();
      const own = onsidePurchases.newToken();
      const texts = hostile.texts.filter((text) => text !== "\ud800").map((text) => own + text);
      for (const token of [texts.join(""), `${own}${"é".repeat(480)}`]) {
        const purchase = await onsidePurchases.buy({ token });
        await onsidePurchases.finish(purchase);
      }
      hostile.expectNothingRan();
      return "2 tokens, in both callbacks";
    },
  },
  {
    number: "onside-3.2.30",
    mark: "causeway",
    rule: "`purchase` rejects with the bridge error tooLarge when too many purchases wait; all other purchases are " +
      "processed.",
    async check() {
      await onsideCustomer.logIn();
      const [identifier] = onsideCustomer.identifiers();
      await onsideCustomer.load(identifier);
      return onsideGate.duringHeld(async (gate) => {
        const tokens = Array.from({ length: 40 }, () => onsidePurchases.newToken());
        const outcomes = await Promise.all(tokens.map((appAccountToken) =>
          onsideBridge.ask("purchase", { productIdentifier: identifier, appAccountToken })));
        const refused = outcomes.filter(({ kind }) => kind !== "resolved");
        failOn(refused.flatMap((outcome) => onsideErrors.bridgeFaults("purchase", outcome, "tooLarge")));
        await gate.asked;
        gate.answer(false);
        const begun = tokens.filter((_token, index) => outcomes[index].kind === "resolved");
        for (const token of begun) await onsidePurchases.removed(token);
        const left = (await onsidePurchases.open()).filter(({ payment }) => tokens.includes(payment.appAccountToken ?? ""));
        if (left.length > 0) throw new Error(`${left.length} discarded transactions are still there`);
        return `${begun.length} of ${tokens.length} may wait`;
      });
    },
  },
);

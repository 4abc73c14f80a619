"use strict";

// Section 3.2: the methods without an answer. A page cannot see what the app does with them.
conformance.add(
  {
    number: "onside-3.2.1",
    mark: "contract",
    rule: "The five methods without an answer return undefined at once.",
    check() {
      onsideCustomer.trusted();
      const { api } = onsideBridge;
      const returned = [
        ...["light", "dark", "system"].map((theme) => api.setAppearance(theme)),
        ...[true, false].map((force) => api.setShouldForceLocalLoginMethods(force)),
        ...["DE", "de", ""].map((country) => api.setDefaultCountryCodeAssumption(country)),
        api.trackEvent({ name: "conformance" }),
        api.trackEvent({ name: "conformance", parameters: { text: "a", number: 1.5, flag: true, list: ["a", 1] } }),
      ];
      failOn(returned.flatMap((value) => (value === undefined ? [] : [`a call returned ${describeShape(value)}`])));
      return `${returned.length} calls; for \`logout\` see 3.2.4`;
    },
  },
  {
    number: "onside-3.2.2",
    mark: "contract",
    rule: "The methods without an answer never throw, for any arguments.",
    async check() {
      onsideCustomer.trusted();
      const { api, forgotten } = onsideBridge;
      const fail = () => { throw new RangeError("conformance"); };
      const trap = new Proxy({}, { get: fail, has: fail, ownKeys: fail, getPrototypeOf: fail });
      const values = [
        undefined, null, 0, NaN, -1, "", "auto", "Light", "DEU", "D1", [], {}, 1n, Symbol("conformance"), () => {},
        window, trap, hostile.cyclic(), { name: trap }, { get name() { return fail(); } }, { name: "a", toJSON: fail },
      ];
      let count = 0;
      // `logout` takes no argument, so a call with a wrong value would also log the user out. Rule 3.2.4 checks
      // `logout`.
      for (const name of forgotten.filter((each) => each !== "logout")) {
        for (const value of [...values, ...hostile.texts]) {
          const returned = api[name](value);
          if (returned !== undefined) throw new Error(`${name} returned ${describeShape(returned)}`);
          count += 1;
        }
      }
      await onsideBridge.settle();
      hostile.expectNothingRan();
      return `${count} calls, and the bridge works as before`;
    },
  },
  {
    number: "onside-3.2.3",
    mark: "causeway",
    rule: "Calls reach the app in order: a call after `logout` is handled when no user is logged in.",
    async check() {
      onsideCustomer.login();
      await onsideCustomer.logIn();
      onsideBridge.api.logout();
      const storefront = await onsideBridge.answer("getCurrentStorefront");
      if (storefront !== null) throw new Error(`the storefront is ${describeShape(storefront)}`);
      await onsideBridge.answer("requestLogin");
      return "null, at once";
    },
  },
);

"use strict";

// Section 1: window.causeway and the contract.
conformance.add(
  {
    number: "causeway-1.1",
    mark: "causeway",
    gate: true,
    rule: "The bridge is window.causeway, with all of its functions.",
    check() {
      if (!own.bridge) throw new Error("window.causeway is missing");
      const names = ["connect", "offers", "call", "resume", "stream", "upload", "send", "handle", "on"];
      const missing = names.filter((name) => typeof (/** @type {any} */ (own.bridge)[name]) !== "function");
      failOn(missing.map((name) => `causeway.${name} is not a function`));
      return names.join(", ");
    },
  },
  {
    number: "causeway-1.2",
    mark: "causeway",
    gate: true,
    rule: "The app serves the suite's contract.",
    check() {
      const { contract } = own.bridge;
      own.expect(contract.causeway, 1, "the version of the format");
      const forms = new Map(contract.members.map(({ name, caller, form }) => [name, `${caller} ${form}`]));
      const needed = {
        echo: "page call", "streams.count": "page stream", "uploads.sum": "page upload", "events.note": "page event",
        double: "app call", count: "app stream", tick: "app event",
      };
      failOn(Object.entries(needed).flatMap(([name, form]) => {
        const found = forms.get(name);
        return found === form ? [] : [`${name} is ${found ?? "missing"}; the host has to serve contract.json`];
      }));
      return `${contract.name}, ${contract.members.length} members`;
    },
  },
  {
    number: "causeway-1.3",
    mark: "causeway",
    rule: "The bridge exists before the page's first script.",
    check() {
      own.expect(causewayAtStart, "object", "its type at the first script");
      return "an object";
    },
  },
  {
    number: "causeway-1.4",
    mark: "causeway",
    rule: "The bridge is frozen, and an assignment does not replace it.",
    check() {
      if (!Object.isFrozen(own.bridge)) throw new Error("window.causeway can be changed");
      try {
        window.causeway = /** @type {any} */ ({});
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
      }
      if (window.causeway !== own.bridge) throw new Error("an assignment replaced window.causeway");
      return "frozen";
    },
  },
  {
    number: "causeway-1.5",
    mark: "causeway",
    rule: "The contract is frozen at every depth.",
    check() {
      let count = 0;
      (function visit(/** @type {any} */ value) {
        if (typeof value !== "object" || value === null) return;
        count += 1;
        if (!Object.isFrozen(value)) throw new Error(`${describeShape(value)} can be changed`);
        Object.values(value).forEach(visit);
      })(own.bridge.contract);
      return `${count} objects`;
    },
  },
  {
    number: "causeway-1.6",
    mark: "causeway",
    rule: "offers returns true for each name that the app serves to pages.",
    check() {
      const offered = ["echo", "streams.count", "uploads.sum", "events.note"].filter((name) => !own.bridge.offers(name));
      const others = ["double", "tick", "streams", "toString", "__proto__", ""].filter((name) => own.bridge.offers(name));
      failOn([...offered.map((name) => `${name} is not offered`), ...others.map((name) => `"${name}" is offered`)]);
      return "4 names offered, 6 not";
    },
  },
  {
    number: "causeway-1.7",
    mark: "causeway",
    rule: "connect returns the same frozen object each time; dots in names are groups.",
    check() {
      const app = /** @type {any} */ (own.app);
      if (own.bridge.connect() !== app) throw new Error("connect() returned another object");
      if (!Object.isFrozen(app) || !Object.isFrozen(app.streams)) throw new Error("the connection can be changed");
      if (typeof app.streams.count !== "function") throw new Error("app.streams.count is not a function");
      return "frozen";
    },
  },
  {
    number: "causeway-1.8",
    mark: "causeway",
    rule: "Names that the app does not have are undefined in the connection, even names that every object has.",
    check() {
      const app = /** @type {any} */ (own.app);
      const found = ["missing", "then", "toString", "constructor", "__proto__"].filter((name) => app[name] !== undefined);
      failOn(found.map((name) => `app.${name} is ${describeShape(app[name])}`));
      return "undefined";
    },
  },
  {
    number: "causeway-1.9",
    mark: "causeway",
    rule: "The page can read what the contract says about deprecated members.",
    check() {
      const old = own.bridge.contract.members.find(({ name }) => name === "old");
      own.expect(old?.deprecated, "Use ping.", "the sentence");
      return "Use ping.";
    },
  },
);

"use strict";

// Section 3.2: headers.
conformance.add(
  {
    number: "today-3.2.1",
    mark: "brief",
    rule: "headers resolves an object whose values are all strings.",
    async check() {
      const value = await today.trustedAnswer({ type: "headers" });
      failOn(today.headersFaults(value));
      return `${Object.keys(value).length} headers`;
    },
  },
  {
    number: "today-3.2.2",
    mark: "public",
    rule: "headers never rejects, and with nothing to inject it resolves {}.",
    async check() {
      const value = await today.trustedAnswer({ type: "headers", refresh: "page", parameters: null });
      failOn(today.headersFaults(value));
      return Object.keys(value).length === 0 ? "{}" : describeShape(value);
    },
  },
  {
    number: "today-3.2.3",
    mark: "public",
    rule: "The page can put the headers on its own requests as they are.",
    async check() {
      const value = await today.trustedAnswer({ type: "headers" });
      failOn(today.headersFaults(value));
      const { headers } = new Request(location.protocol.startsWith("http") ? location.href : "https://example.com/", { headers: value });
      const dropped = Object.keys(value).filter((name) => !headers.has(name));
      if (dropped.length > 0) throw new Error(`a page may not set ${dropped.join(", ")}`);
      return "fetch takes them";
    },
  },
);

"use strict";

// Section 3: payInvoice.
conformance.add(
  {
    number: "link-3.3.1",
    mark: "published",
    rule: "payInvoice gives `{ memo }`.",
    async check() {
      const data = await linkReply.success("payInvoice", await linkSample("payInvoice"));
      if (typeof data?.memo !== "string") throw new Error(`payInvoice gave ${describeShape(data)}: memo is not a string`);
      return describeShape(data);
    },
  },
  {
    number: "link-3.3.2",
    mark: "causeway",
    rule: "A url that is not a string, or is empty, is MALFORMED_INPUT.",
    check: () => linkReply.expectErrors("payInvoice", "MALFORMED_INPUT", linkWithoutText({}, "url")),
  },
);

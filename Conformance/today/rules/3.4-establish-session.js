"use strict";

// Section 3.4: establishSession.
conformance.add(
  {
    number: "today-3.4.1",
    mark: "brief",
    rule: "establishSession resolves { ok } with a boolean.",
    async check() {
      const value = await today.trustedAnswer({ type: "establishSession" });
      failOn(today.sessionFaults(value));
      return `ok: ${value.ok}`;
    },
  },
  {
    number: "today-3.4.2",
    mark: "public",
    rule: "With refresh: true it uses the shared refresh; when that fails it resolves { ok: false } and does not reject.",
    async check() {
      const value = await today.trustedAnswer({ type: "establishSession", refresh: true });
      failOn(today.sessionFaults(value));
      const refresh = await today.ask({ type: "refreshToken" });
      if (refresh.kind === "rejected" && value.ok) throw new Error("ok: true, though the refresh fails");
      return `ok: ${value.ok}, and the refresh ${refresh.kind === "rejected" ? "fails" : "succeeds"}`;
    },
  },
  {
    number: "today-3.4.3",
    mark: "chosen",
    rule: "An unexpected kind of `refresh` gets the row's quiet answer.",
    async check() {
      const kinds = ["true", 1, null, [], {}];
      for (const refresh of kinds) failOn(today.sessionFaults(await today.trustedAnswer({ type: "establishSession", refresh })));
      return `${kinds.length} kinds, each answered { ok }`;
    },
  },
  {
    number: "today-3.4.4",
    mark: "public",
    rule: "The token is never in the reply.",
    async check() {
      const refresh = await today.ask({ type: "refreshToken" });
      const authorization = refresh.value?.authorization;
      if (typeof authorization === "string") today.remember(authorization);
      for (const message of [{ type: "establishSession" }, { type: "establishSession", refresh: true }]) {
        const value = await today.trustedAnswer(message);
        failOn(today.sessionFaults(value));
        if (today.hasSecret(JSON.stringify(value))) throw new Error("the reply has the token in it");
        const texts = Object.keys(value).filter((field) => typeof value[field] !== "boolean");
        if (texts.length > 0) throw new Error(`the reply is more than booleans: ${describeShape(value)}`);
      }
      return "the replies are booleans only";
    },
  },
  {
    number: "today-3.4.5",
    mark: "public",
    rule: "The session's cookie is out of scripts' reach (HttpOnly).",
    async check() {
      if (location.protocol !== "https:") return conformance.skip("not served over https, where a Secure cookie could be seen");
      const { ok } = await today.trustedAnswer({ type: "establishSession" });
      if (!ok) return conformance.skip("the host minted no cookie");
      // Cookies show by the document's path, and this one belongs to /api/.
      const address = location.href;
      history.replaceState(null, "", "/api/conformance");
      const cookies = document.cookie;
      history.replaceState(null, "", address);
      if (cookies.includes("embed_bearer")) throw new Error("document.cookie shows embed_bearer");
      return "document.cookie does not show it, not even under /api/";
    },
  },
);

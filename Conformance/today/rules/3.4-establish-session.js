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
      const cookies = await cookiesUnderApi();
      if (cookies === undefined) return conformance.skip("this origin shows no page under /api/");
      if (cookies.includes("embed_bearer")) throw new Error("document.cookie shows embed_bearer");
      return "document.cookie does not show it, not even to a page under /api/";
    },
  },
);

/**
 * Returns `document.cookie` as a page under /api/ sees it, because the session's cookie belongs to that path. An error
 * page is sufficient.
 * @returns {Promise<string | undefined>}
 */
async function cookiesUnderApi() {
  const frame = document.createElement("iframe");
  frame.className = "probe";
  frame.title = "A page under /api/";
  frame.src = "/api/conformance";
  const loaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
  document.body.append(frame);
  try {
    await loaded;
    const inner = frame.contentDocument;
    return inner?.location.protocol === "https:" ? inner.cookie : undefined;
  } catch {
    return undefined;
  } finally {
    frame.remove();
  }
}

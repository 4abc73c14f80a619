"use strict";

// The messages of section 3 that every frame may send, and those that only the main frame of a trusted origin may send.
// The rules of section 7 send all of them in sub-frames.
today.declare("every frame", {
  track: { type: "track", ename: "conformance_frame" },
  unknown: { type: "conformanceUnknown" },
});
today.declare("trusted main frame", {
  headers: { type: "headers" },
  refreshToken: { type: "refreshToken" },
  establishSession: { type: "establishSession" },
  "establishSession, refresh": { type: "establishSession", refresh: true },
});

// Section 3.1: track. A page cannot see what the host forwards, only that the call does no harm and resolves undefined.
conformance.add(
  {
    number: "today-3.1.1",
    mark: "contract",
    rule: "track resolves undefined.",
    check: () =>
      today.expectQuiet({
        "no parameters": { type: "track", ename: "conformance" },
        "flat parameters": { type: "track", ename: "conformance", parameters: { text: "a", number: 1.5, flag: true } },
        "the base fields' names": { type: "track", ename: "conformance", parameters: { eid: "page", ts: 0, ctx: "page", uid: "page" } },
      }),
  },
  {
    number: "today-3.1.2",
    mark: "causeway",
    rule: "An event without a name is ignored; the reply is still undefined.",
    check: () =>
      today.expectQuiet({
        missing: { type: "track" }, empty: { type: "track", ename: "" }, null: { type: "track", ename: null },
        number: { type: "track", ename: 5 }, object: { type: "track", ename: { ename: "conformance" } },
      }),
  },
  {
    number: "today-3.1.3",
    mark: "published",
    rule: "Arrays, objects and null among the parameters do no harm.",
    check: () =>
      today.expectQuiet({
        array: { type: "track", ename: "conformance", parameters: { list: [1, [2, [3]]], kept: 1 } },
        object: { type: "track", ename: "conformance", parameters: { map: { deep: { deeper: null } }, kept: 1 } },
        null: { type: "track", ename: "conformance", parameters: { nothing: null, kept: 1 } },
        "numbers not in JSON": { type: "track", ename: "conformance", parameters: { a: NaN, b: Infinity, c: -0 } },
      }),
  },
  {
    number: "today-3.1.4",
    mark: "published",
    rule: "track never rejects, not even if its parameters are not a map.",
    check: () =>
      today.expectQuiet({
        string: { type: "track", ename: "conformance", parameters: "text" },
        number: { type: "track", ename: "conformance", parameters: 3 },
        array: { type: "track", ename: "conformance", parameters: ["a", 1] },
        null: { type: "track", ename: "conformance", parameters: null },
        "very deep": { type: "track", ename: "conformance", parameters: { deep: hostile.nested(400) } },
        "very long": { type: "track", ename: "conformance", parameters: { long: "é".repeat(200_000) } },
      }),
  },
  {
    number: "today-3.1.5",
    mark: "causeway",
    rule: "Text that looks like code stays text: quotes, backslashes, line separators, tags and template literals.",
    async check() {
      const { texts } = hostile;
      await today.expectQuiet(
        Object.fromEntries(
          texts.flatMap((text, place) => [
            [`text ${place} as name and parameter`, { type: "track", ename: text, parameters: { [text]: text } }],
            [`text ${place} as type`, { type: text, id: text }],
          ]),
        ),
      );
      hostile.expectNothingRan();
      await today.expectQuiet({ "the message after": { type: "track", ename: "conformance" } });
      return `${texts.length} texts, none of them ran as code, and the channel still answers`;
    },
  },
  {
    number: "today-3.1.6",
    mark: "causeway",
    rule: "Keys such as __proto__ and constructor do no harm.",
    async check() {
      const text = '{"type":"track","ename":"conformance","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},'
        + '"parameters":{"__proto__":{"polluted":1},"constructor":"a","toString":"b","then":"c"}}';
      await today.expectQuiet({ "keys of every object": JSON.parse(text) });
      hostile.expectNothingPolluted();
      return "answered undefined, and Object.prototype is as it was";
    },
  },
);

// Section 3.2: headers.
conformance.add(
  {
    number: "today-3.2.1",
    mark: "contract",
    rule: "headers resolves an object whose values are all strings.",
    async check() {
      const value = await today.trustedAnswer({ type: "headers" });
      failOn(today.headersFaults(value));
      return `${Object.keys(value).length} headers`;
    },
  },
  {
    number: "today-3.2.2",
    mark: "published",
    rule: "headers never rejects; if the app has no headers to add, it resolves {}.",
    async check() {
      const value = await today.trustedAnswer({ type: "headers", refresh: "page", parameters: null });
      failOn(today.headersFaults(value));
      return Object.keys(value).length === 0 ? "{}" : describeShape(value);
    },
  },
  {
    number: "today-3.2.3",
    mark: "published",
    rule: "The page can add the headers to its own requests unchanged.",
    async check() {
      const value = await today.trustedAnswer({ type: "headers" });
      failOn(today.headersFaults(value));
      const { headers } = new Request(location.protocol.startsWith("http") ? location.href : "https://example.com/", { headers: value });
      const dropped = Object.keys(value).filter((name) => !headers.has(name));
      if (dropped.length > 0) throw new Error(`a page may not set ${dropped.join(", ")}`);
      return "fetch accepts them";
    },
  },
);

/**
 * Sends `refreshToken`. The option `?refresh=ok` or `?refresh=fail` sets how the refresh must end; without the option,
 * the refresh may end either way. Returns the answer if the refresh ended as `world` says; otherwise skips the rule.
 * @param {"ok" | "fail"} world
 */
async function refreshIn(world) {
  if (!today.isTrusted) conformance.skip("the suite was opened with ?trusted=no");
  const expected = conformance.option("refresh");
  const outcome = await today.ask({ type: "refreshToken" });
  const seen = outcome.kind === "rejected" ? "fail" : "ok";
  if (outcome.kind === "no answer" || outcome.kind === "threw") throw new Error(describeOutcome(outcome));
  if (expected && expected !== seen) throw new Error(`?refresh=${expected}, but it ${describeOutcome(outcome)}`);
  if (seen !== world) {
    conformance.skip(`the refresh ${world === "ok" ? "fails" : "succeeds"} in this host; see ?refresh=${world}`);
  }
  if (world === "ok") {
    failOn(today.tokenFaults(outcome.value));
    today.remember(outcome.value.authorization);
  }
  return outcome.value;
}

// Section 3.3: refreshToken.
conformance.add(
  {
    number: "today-3.3.1",
    mark: "contract",
    rule: "refreshToken resolves { authorization } with a string.",
    async check() {
      const { authorization } = await refreshIn("ok");
      return `authorization: ${describeShape(authorization)}`;
    },
  },
  {
    number: "today-3.3.2",
    mark: "published",
    rule: "refreshToken rejects or resolves a token, and never resolves undefined or an empty value, because a page " +
      "treats these as a fault of the host.",
    async check() {
      if (!today.isTrusted) conformance.skip("the suite was opened with ?trusted=no");
      const outcome = await today.ask({ type: "refreshToken" });
      if (outcome.kind === "rejected") return "rejected";
      if (outcome.kind !== "resolved") throw new Error(describeOutcome(outcome));
      failOn(today.tokenFaults(outcome.value));
      return "resolved a token";
    },
  },
  {
    number: "today-3.3.3",
    mark: "published",
    rule: "authorization is a ready-made header value.",
    async check() {
      const { authorization } = await refreshIn("ok");
      const { headers } = new Request("https://example.com/", { headers: { authorization } });
      if (headers.get("authorization") !== authorization) throw new Error(
        "fetch changes authorization: it begins or ends with white space");
      return today.rawToken(authorization) ? "a scheme and a token; fetch accepts it unchanged" : "fetch accepts it unchanged";
    },
  },
  {
    number: "today-3.3.4",
    mark: "published",
    rule: "The raw token reaches the page only as a part of authorization.",
    async check() {
      const answer = await refreshIn("ok");
      const raw = today.rawToken(answer.authorization);
      if (!raw) return conformance.skip("authorization is not of the form <scheme> <token>");
      const fields = Object.keys(answer).filter((field) => JSON.stringify(answer[field])?.includes(raw));
      if (fields.join() !== "authorization") throw new Error(`the token is also in ${fields.join(", ")}`);
      return "the token is only in authorization";
    },
  },
  {
    number: "today-3.3.5",
    mark: "contract",
    rule: "Calls made while a refresh runs share it: all of them get the same answer.",
    async check() {
      if (!today.isTrusted) conformance.skip("the suite was opened with ?trusted=no");
      const outcomes = await today.askAll(Array.from({ length: 5 }, () => ({ type: "refreshToken" })));
      failOn(outcomes.filter(({ kind }) => kind !== "resolved" && kind !== "rejected").map(describeOutcome));
      const kinds = new Set(outcomes.map(({ kind }) => kind));
      if (kinds.size > 1) throw new Error("some resolved and some rejected");
      if (kinds.has("rejected")) {
        const reasons = new Set(outcomes.map(({ value }) => value?.message));
        if (reasons.size > 1) throw new Error(`5 calls failed for ${reasons.size} different reasons`);
        return "5 calls at once, one failure for all";
      }
      failOn(outcomes.flatMap(({ value }) => today.tokenFaults(value)));
      const values = new Set(outcomes.map(({ value }) => value.authorization));
      values.forEach((value) => today.remember(value));
      if (values.size > 1) throw new Error(`5 calls at once got ${values.size} different tokens`);
      const later = await refreshIn("ok");
      const isTelling = later.authorization !== outcomes[0].value.authorization;
      return `5 calls at once, one token${isTelling ? "" : ", which this host gives for every refresh"}`;
    },
  },
  {
    number: "today-3.3.6",
    mark: "causeway",
    rule: "A call made after a refresh has ended starts a new one.",
    async check() {
      const first = await refreshIn("ok");
      const second = await refreshIn("ok");
      if (first.authorization === second.authorization) {
        if (conformance.option("tokens") === "new") throw new Error("the second call got the first one's token");
        return conformance.skip(
          "this host returns the same token for every refresh, so the rule cannot be checked; see ?tokens=new");
      }
      return "the second call brought a new token";
    },
  },
);

// Section 3.4: establishSession.
conformance.add(
  {
    number: "today-3.4.1",
    mark: "contract",
    rule: "establishSession resolves { ok } with a boolean.",
    async check() {
      const value = await today.trustedAnswer({ type: "establishSession" });
      failOn(today.sessionFaults(value));
      return `ok: ${value.ok}`;
    },
  },
  {
    number: "today-3.4.2",
    mark: "published",
    rule: "With refresh: true, establishSession uses the shared refresh; if the refresh fails, it resolves { ok: " +
      "false } and does not reject.",
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
    mark: "causeway",
    rule: "With a `refresh` of an unexpected type, establishSession resolves { ok } and does not reject.",
    async check() {
      const kinds = ["true", 1, null, [], {}];
      for (const refresh of kinds) failOn(today.sessionFaults(await today.trustedAnswer({ type: "establishSession", refresh })));
      return `${kinds.length} kinds, each answered { ok }`;
    },
  },
  {
    number: "today-3.4.4",
    mark: "published",
    rule: "The token is never in the reply.",
    async check() {
      const refresh = await today.ask({ type: "refreshToken" });
      const authorization = refresh.value?.authorization;
      if (typeof authorization === "string") today.remember(authorization);
      for (const message of [{ type: "establishSession" }, { type: "establishSession", refresh: true }]) {
        const value = await today.trustedAnswer(message);
        failOn(today.sessionFaults(value));
        if (today.hasSecret(JSON.stringify(value))) throw new Error("the reply contains the token");
        const texts = Object.keys(value).filter((field) => typeof value[field] !== "boolean");
        if (texts.length > 0) throw new Error(`the reply is more than booleans: ${describeShape(value)}`);
      }
      return "the replies are booleans only";
    },
  },
  {
    number: "today-3.4.5",
    mark: "published",
    rule: "Scripts cannot read the session's cookie (HttpOnly).",
    async check() {
      if (location.protocol !== "https:") return conformance.skip(
        "the page is not served over https, and only https pages have Secure cookies");
      const { ok } = await today.trustedAnswer({ type: "establishSession" });
      if (!ok) return conformance.skip("the host set no cookie");
      const cookies = await cookiesUnderApi();
      if (cookies === undefined) return conformance.skip("this origin shows no page under /api/");
      if (cookies.includes("embed_bearer")) throw new Error("document.cookie shows embed_bearer");
      return "document.cookie does not show it, not even to a page under /api/";
    },
  },
);

/**
 * Returns `document.cookie` as a page under /api/ sees it, because the session's cookie belongs to that path. The page
 * may be an error page, because every page under that path can read the cookies.
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

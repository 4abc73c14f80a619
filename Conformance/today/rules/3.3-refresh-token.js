"use strict";

/**
 * Sends `refreshToken`. The option `?refresh=ok` or `?refresh=fail` says how it must end; without the option, it may
 * end either way. Returns the answer if it ended as `world` says; otherwise skips the rule.
 * @param {"ok" | "fail"} world
 */
async function refreshIn(world) {
  if (!today.isTrusted) conformance.skip("the host was told not to trust this page");
  const expected = conformance.option("refresh");
  const outcome = await today.ask({ type: "refreshToken" });
  const seen = outcome.kind === "rejected" ? "fail" : "ok";
  if (outcome.kind === "no answer" || outcome.kind === "threw") throw new Error(describeOutcome(outcome));
  if (expected && expected !== seen) throw new Error(`?refresh=${expected}, but it ${describeOutcome(outcome)}`);
  if (seen !== world) {
    conformance.skip(world === "ok" ? "the refresh fails in this host" : "the refresh succeeds in this host; see ?refresh=fail");
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
    mark: "brief",
    rule: "refreshToken resolves { authorization } with a text.",
    async check() {
      const { authorization } = await refreshIn("ok");
      return `authorization: ${describeShape(authorization)}`;
    },
  },
  {
    number: "today-3.3.2",
    mark: "public",
    rule: "It rejects or resolves a token, and never resolves undefined or an empty value, by which a page would know a fault.",
    async check() {
      if (!today.isTrusted) conformance.skip("the host was told not to trust this page");
      const outcome = await today.ask({ type: "refreshToken" });
      if (outcome.kind === "rejected") return "rejected";
      if (outcome.kind !== "resolved") throw new Error(describeOutcome(outcome));
      failOn(today.tokenFaults(outcome.value));
      return "resolved a token";
    },
  },
  {
    number: "today-3.3.3",
    mark: "public",
    rule: "authorization is a ready-made header value.",
    async check() {
      const { authorization } = await refreshIn("ok");
      const { headers } = new Request("https://example.com/", { headers: { authorization } });
      if (headers.get("authorization") !== authorization) throw new Error("fetch changes it: it begins or ends with space");
      return today.rawToken(authorization) ? "a scheme and a token; fetch takes it as it is" : "fetch takes it as it is";
    },
  },
  {
    number: "today-3.3.4",
    mark: "public",
    rule: "The raw token never reaches the page by itself.",
    async check() {
      const answer = await refreshIn("ok");
      const raw = today.rawToken(answer.authorization);
      if (!raw) return conformance.skip("authorization is not of the form <scheme> <token>");
      const fields = Object.keys(answer).filter((field) => JSON.stringify(answer[field])?.includes(raw));
      if (fields.join() !== "authorization") throw new Error(`the token is also in ${fields.join(", ")}`);
      return "it is nowhere but in authorization";
    },
  },
  {
    number: "today-3.3.5",
    mark: "brief",
    rule: "Calls made while a refresh runs share it: all of them get the same answer.",
    async check() {
      if (!today.isTrusted) conformance.skip("the host was told not to trust this page");
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
    mark: "chosen",
    rule: "A call made after a refresh has ended starts a new one.",
    async check() {
      const first = await refreshIn("ok");
      const second = await refreshIn("ok");
      if (first.authorization === second.authorization) {
        if (conformance.option("tokens") === "new") throw new Error("the second call got the first one's token");
        return conformance.skip("this host gives one token for every refresh; see ?tokens=new");
      }
      return "the second call brought a new token";
    },
  },
);

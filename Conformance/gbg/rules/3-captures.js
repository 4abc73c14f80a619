"use strict";

// The rules of sections 2, 3 and 5 about the two cameras, in the states that the page's options give.
conformance.add(
  {
    number: "gbg-3.11",
    mark: "published",
    rule: "A capture gives a picture as base64, with its type and its size in pixels.",
    async check() {
      const slots = gbgAnswers.slotsThat("file");
      const said = [];
      for (const slot of slots) {
        const data = await captured(slot);
        failOn(gbgPicture.faults(data).map((fault) => `${slot.name}: ${fault}`));
        said.push(`${slot.name}: ${data.mimeType}, ${data.width}×${data.height}`);
      }
      return said.join("; ");
    },
  },
  {
    number: "gbg-3.12",
    mark: "published",
    rule: "The picture can be decoded, and has the size that the answer states.",
    async check() {
      const slots = gbgAnswers.slotsThat("file");
      for (const slot of slots) failOn(await gbgPicture.sizeFaults(await captured(slot)));
      return slots.map(({ name }) => name).join(", ");
    },
  },
  {
    number: "gbg-3.13",
    mark: "causeway",
    rule: "A document's answer repeats the request's `documentType` and `side` unchanged, or leaves them out.",
    async check() {
      const [slot] = gbgAnswers.slotsThat("file").filter(({ name }) => name === "document");
      if (!slot) return conformance.skip("the document camera gives no picture; see ?document=file");
      const texts = ["passport", "", ...hostile.texts.filter((text) => text !== "\ud800"), "é".repeat(1 << 19)];
      for (const text of texts) {
        const { documentType, side } = await captured(slot, { documentType: text, side: `${text}front` });
        if (documentType !== text || side !== `${text}front`) {
          throw new Error(`${describeShape(text)} was returned as ${describeShape(documentType)}`);
        }
      }
      hostile.expectNothingRan();
      const bare = await captured(slot);
      const extra = ["documentType", "side"].filter((name) => (bare[name] ?? undefined) !== undefined);
      if (extra.length > 0) throw new Error(`the answer has ${extra.join(" and ")}, but the request had none`);
      return `${texts.length} texts, one of them of 1 MiB`;
    },
  },
  {
    number: "gbg-3.14",
    mark: "causeway",
    rule: "A selfie's blobs, if there are any, are base64.",
    async check() {
      const [slot] = gbgAnswers.slotsThat("file").filter(({ name }) => name === "selfie");
      if (!slot) return conformance.skip("the selfie camera gives no picture; see ?selfie=file");
      const data = await captured(slot);
      const blobs = ["encryptedBlob", "unencryptedBlob"].filter((name) => data[name] !== undefined);
      const odd = blobs.filter((name) => typeof data[name] !== "string" || !gbgPicture.isBase64(data[name]));
      if (odd.length > 0) throw new Error(`${odd.join(" and ")} is not base64`);
      return blobs.join(", ") || "there are none";
    },
  },
  {
    number: "gbg-3.15",
    mark: "causeway",
    rule: "Only one capture at a time: a second capture of the same camera is answered BUSY, and the first one ends " +
      "normally.",
    async check() {
      const slots = gbgAnswers.working();
      for (const slot of slots) {
        const [first, second, third] = [slot.request(), slot.request(), slot.request()];
        const [served, ...refused] = await gbg.answers([first, second, third]);
        endedAs(slot, served, first);
        gbgAnswers.refusalOf(refused[0], second, "error", "BUSY");
        gbgAnswers.refusalOf(refused[1], third, "error", "BUSY");
      }
      return slots.map(({ name }) => name).join(", ");
    },
  },
  {
    number: "gbg-3.16",
    mark: "published",
    rule: "A camera is free again after each capture.",
    async check() {
      const slots = gbgAnswers.working();
      for (const slot of [...slots, ...slots, ...slots]) {
        const request = slot.request();
        endedAs(slot, await gbg.answer(request), request);
      }
      return "3 captures, one after the other";
    },
  },
  {
    number: "gbg-3.17",
    mark: "published",
    rule: "Both cameras can capture at the same time.",
    async check() {
      const slots = gbgAnswers.working();
      if (slots.length < 2) return conformance.skip("only one camera has a handler");
      const requests = slots.map((slot) => slot.request());
      const answers = await gbg.answers(requests);
      slots.forEach((slot, place) => endedAs(slot, answers[place], requests[place]));
      return "both at once";
    },
  },
  {
    number: "gbg-3.18",
    mark: "causeway",
    rule: "Other requests do not wait for a capture.",
    async check() {
      const slots = gbgAnswers.working();
      const requests = slots.map((slot) => slot.request());
      const [query, unknown] = [gbg.request("capability.query"), gbg.request("conformance.unknown")];
      const exchange = gbg.exchangeFor(unknown.correlationId);
      gbg.post(unknown);
      const answers = await gbg.answers([...requests, query]);
      gbgAnswers.successOf(answers[requests.length], query);
      if (exchange.finals.length > 0) throw new Error("an unknown action was answered");
      return "capability.query beside a capture";
    },
  },
);

/**
 * Returns the data of a capture that succeeds with a picture.
 * @param {{ request: (data?: any) => any }} slot
 * @param {any} [asked]
 */
async function captured(slot, asked) {
  const request = slot.request(asked);
  return gbgAnswers.successOf(await gbg.answer(request), request);
}

/**
 * Fails unless a capture ended as the page's options say.
 * @param {{ state?: string }} slot
 * @param {any} answer
 * @param {any} request
 */
function endedAs({ state }, answer, request) {
  if (state === "file") gbgAnswers.successOf(answer, request);
  if (state === "cancel") gbgAnswers.refusalOf(answer, request, "cancelled", "CANCELLED");
  if (state === "error") gbgAnswers.refusalOf(answer, request, "error", conformance.option("code"));
}

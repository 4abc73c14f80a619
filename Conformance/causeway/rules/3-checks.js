"use strict";

/** Values that do not fit `types.echo`: the member that is replaced, its value, and the path of the mistake. */
const causewayMistakes = /** @type {[string, any, string][]} */ ([
  ["flag", 1, "flag"], ["flag", undefined, "flag"], ["byte", 256, "byte"], ["byte", -1, "byte"], ["byte", 1.5, "byte"],
  ["whole", 2 ** 53, "whole"], ["whole", "1", "whole"], ["number", "1", "number"], ["number", null, "number"],
  ["text", 1, "text"], ["list", {}, "list"], ["list", [1, "2"], "list[1]"], ["map", [], "map"],
  ["map", { a: 1 }, "map.a"], ["mood", "grim", "mood"], ["shape", {}, "shape"],
  ["shape", { circle: { radius: 1 }, square: { side: 1 } }, "shape"],
  ["shape", { circle: { radius: "1" } }, "shape.circle.radius"], ["nested", { topic: "t" }, "nested.number"],
  ["nested", [], "nested"],
]);

/** @param {[string, any, string]} mistake */
const causewayMistaken = ([member, value]) => ({ ...own.sample, [member]: value });

// Section 3: values are checked against the types of the contract.
conformance.add(
  own.rule("causeway-3.1", "A value of the declared type comes back unchanged.", async () => {
    const answer = /** @type {any} */ (await own.app.types.echo(own.sample));
    // The order of an object's members does not matter.
    const sorted = (/** @type {any} */ value) => Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    own.expect(
      sorted({ ...answer, map: sorted(answer.map), nested: sorted(answer.nested) }),
      sorted({ ...own.sample, map: sorted(own.sample.map), nested: sorted(own.sample.nested) }));
    return `${Object.keys(answer).length} members`;
  }),
  own.rule("causeway-3.2", "An optional member may be missing, undefined or null.", async () => {
    const { nested: _, ...rest } = own.sample;
    const values = [rest, { ...rest, nested: undefined }, { ...rest, nested: null }];
    const answers = await Promise.all(values.map((value) => own.app.types.echo(value)));
    own.expect(answers.map(({ nested }) => nested ?? null), [null, null, null], "the member");
    return "3 values";
  }),
  own.rule("causeway-3.3", "A member that the type does not have is ignored.", async () => {
    const answer = await own.app.types.echo(/** @type {any} */ ({ ...own.sample, more: 1 }));
    if ("more" in answer) throw new Error("the member came back");
    return "ignored";
  }),
  own.rule("causeway-3.4", "Parameters of another type reject with a TypeError that gives the position " +
    "and the reason.", async () => {
    const runs = await own.app.types.runs();
    const errors = await Promise.all(causewayMistakes.map((mistake) =>
      own.failure(mistake[2], () => own.app.types.echo(/** @type {any} */ (causewayMistaken(mistake))))));
    failOn(errors.flatMap((error, place) => {
      const path = causewayMistakes[place][2];
      if (!(error instanceof TypeError)) return [`${path}: ${describeError(error)}, not a TypeError`];
      const { path: found, expected, found: kind } = /** @type {any} */ (error);
      return found === path && expected && kind && error.message.includes(expected) ? [] : [`${path}: ${error.message}`];
    }));
    own.expect((await own.app.types.runs()) - runs, 0, "the number of times that the handler ran");
    return `${errors.length} mistakes`;
  }),
  own.rule("causeway-3.5", "The app refuses the same values from a page that does not check, before a handler runs.", async () => {
    const runs = await own.app.types.runs();
    await own.expectCode("INVALID_PARAMETERS", Object.fromEntries(causewayMistakes.map((mistake, place) => [
      `${place}: ${mistake[2]}`, () => own.bridge.call("types.echo", causewayMistaken(mistake)),
    ])));
    own.expect((await own.app.types.runs()) - runs, 0, "the number of times that the handler ran");
    return `${causewayMistakes.length} mistakes`;
  }),
  own.rule("causeway-3.6", "The parameters of streams, uploads and events are checked as well.", async () => {
    const app = /** @type {any} */ (own.app);
    const errors = [
      await own.failure("a stream", () => app.streams.count({ name: 1, count: 1 })),
      await own.failure("an upload", () => app.uploads.first("1", [])),
      await own.failure("an event", () => app.events.note({ topic: "t" })),
    ];
    own.expect(errors.map((error) => error instanceof TypeError && /** @type {any} */ (error).path), ["name", "", "number"], "the paths");
    return "3 TypeErrors";
  }),
  own.rule("causeway-3.7", "A value of another type in an upload fails in the app.", () =>
    own.expectCode("INVALID_PARAMETERS", { "a text among numbers": () => own.bridge.upload("uploads.sum", null, [1, "2"]) })),
  own.rule("causeway-3.8", "An answer of the page that has another type throws in the app.", async () => {
    const app = /** @type {any} */ (own.app);
    for (const [answer, found] of [["4", "a string"], [1.5, "a number with a fraction"], [null, "null"], [[], "an array"]]) {
      app.handle({ double: () => answer });
      const { invalid } = /** @type {any} */ (await own.app.page.double(2));
      own.expect([invalid?.path, invalid?.found], ["", found], "the mistake");
    }
    return "4 answers";
  }),
);

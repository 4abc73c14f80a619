"use strict";

// Section 4: errors.
conformance.add(
  own.rule("causeway-4.1", "A typed error is an object of its class, with code, message and details.", async () => {
    const error = await own.failure("fail.typed", () => own.app.fail.typed(3));
    const { Declined, Busy } = own.app.errors;
    if (!(error instanceof Declined) || error instanceof Busy) throw new Error(`${describeError(error)} is of another class`);
    own.expect([error.name, error.code, error.message, error.details], ["Declined", "DECLINED", "Declined.", { attemptsLeft: 3 }]);
    return "Declined";
  }),
  own.rule("causeway-4.2", "If an error declares no details, its details are undefined.", async () => {
    const error = await own.failure("fail.plain", () => own.app.fail.plain());
    if (!(error instanceof own.app.errors.Busy)) throw new Error(`${describeError(error)} is of another class`);
    if (error.details !== undefined) throw new Error(describeShape(error.details));
    return error.code;
  }),
  own.rule("causeway-4.3", "The classes of the app's errors extend Error, and are frozen.", () => {
    for (const [name, type] of Object.entries(own.app.errors)) {
      if (!(type.prototype instanceof Error)) throw new Error(`${name} is not an Error`);
      if (!Object.isFrozen(type) || !Object.isFrozen(type.prototype)) throw new Error(`${name} can be changed`);
    }
    return Object.keys(own.app.errors).join(", ");
  }),
  own.rule("causeway-4.4", "An error that is for pages has its code and message without a declaration.", async () => {
    const error = await own.failure("fail.public", () => own.app.fail.public());
    own.expect([error.name, error.code, error.message], ["CausewayError", "NOT_TODAY", "Not today."]);
    return "NOT_TODAY";
  }),
  own.rule("causeway-4.5", "If a handler throws an error that is not for pages, the page learns only that the " +
    "handler failed.", async () => {
    const error = await own.failure("fail.private", () => own.app.fail.private());
    own.expect(error.code, "FAILED", "the code");
    const text = [error.message, JSON.stringify(error), String(error.stack)].join();
    if (text.includes("secret-of-the-app")) throw new Error("the text of the app's error reached the page");
    return "FAILED";
  }),
  own.rule("causeway-4.6", "A call that the app forgets to answer ends as UNANSWERED.", () =>
    own.expectCode("UNANSWERED", { "a released responder": () => own.bridge.call("fail.unanswered") })),
  own.rule("causeway-4.7", "After each error the next call works.", async () => {
    own.expect(await own.app.echo("next"), "next");
    return "answered";
  }),
);

"use strict";

// Section 4: events.
conformance.add(
  {
    number: "gbg-4.1",
    mark: "contract",
    rule: "An event from the page is not answered.",
    check() {
      const event = { type: "event" };
      return gbg.expectSilence({
        "an event": gbg.request("user.action", { button: "help" }, event),
        "without data": gbg.request("user.action", undefined, event),
        "named like a request": gbg.request("capability.query", undefined, event),
        "named like a capture": gbg.request("camera.document.capture", undefined, event),
        "named like an event of the app": gbg.request("journey.cancel", { reason: "conformance" }, event),
        "of another major version": gbg.request("user.action", undefined, { ...event, version: "2.0" }),
      });
    },
  },
  {
    number: "gbg-4.2",
    mark: "published",
    rule: "The app's own events have ids that begin with `ios-event-` or `android-event-`, depending on the platform.",
    async check() {
      const events = appEvents();
      const beginning = gbg.handler ? "ios-event-" : "android-event-";
      const ids = events.map(({ correlationId }) => correlationId);
      const odd = ids.filter((id) => typeof id !== "string" || !id.startsWith(beginning) || id === beginning);
      if (odd.length > 0) throw new Error(
        `the id of an event is ${describeShape(odd[0])}, and does not begin with ${beginning}`);
      if (new Set(ids).size < ids.length) throw new Error("two events have the same id");
      return `${events.length} events`;
    },
  },
  {
    number: "gbg-4.3",
    mark: "contract",
    rule: "The app's own events carry their data, and neither status nor error.",
    check() {
      /** @type {{ [action: string]: (data: any) => boolean }} */
      const shapes = {
        "host.ready": ({ timestamp }) => isTimestamp(timestamp),
        "journey.cancel": ({ reason }) => typeof reason === "string",
        "host.orientation": ({ orientation }) => typeof orientation === "string",
      };
      const events = appEvents();
      failOn(events.flatMap(({ version, timestamp, payload }) => {
        const { action, data = {}, status, error } = payload ?? {};
        const isEvent = version === "1.0" && typeof timestamp === "number" && typeof action === "string"
          && isPlainObject(data) && status === undefined && error === undefined;
        const hasShape = Object.hasOwn(shapes, action) ? shapes[action](data) : true;
        return isEvent && hasShape ? [] : [`${action}: ${describeShape(payload)} with ${describeShape(data)}`];
      }));
      return [...new Set(events.map(({ payload }) => payload.action))].join(", ");
    },
  },
);

/** Returns the events that the app has sent so far. */
function appEvents() {
  const events = gbg.unasked.filter((message) => message?.type === "event");
  return events.length > 0 ? events : conformance.skip("this app has sent no event yet");
}

/**
 * Returns whether the timestamp of `host.ready` is near the current time. The timestamp is in seconds on iOS and in
 * milliseconds on Android.
 * @param {any} timestamp
 */
function isTimestamp(timestamp) {
  const milliseconds = gbg.handler ? timestamp * 1000 : timestamp;
  return typeof timestamp === "number" && Math.abs(milliseconds - Date.now()) < 3_600_000;
}

// One conversation: the body of a function with the parameter `text`. The function returns the number of compared
// answers.
const checks = [];
/** Writes a value with sorted members, because the members of the app's values have no fixed order. */
const written = (value) =>
  JSON.stringify(value, (_, member) =>
    member && typeof member === "object" && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort())
      : member,
  );
const check = (what, promise, expected) =>
  checks.push(
    promise.then((value) => {
      const [found, wanted] = [written(value), written(expected)];
      if (found !== wanted) throw new Error(`${what}: ${found} instead of ${wanted}`.slice(0, 400));
    }),
  );
if (window.later) check("the answer that was kept", window.later.promise, window.later.text);
window.later = { text, promise: causeway.call("later", text) };
check("echo", causeway.call("echo", { text, list: [1, { text }] }), { text, list: [1, { text }] });
for (let number = 0; number < 20; number += 1) check("one of many", causeway.call("echo", number), number);
check("bytes", causeway.call("bytes", text.length).then((bytes) => new Uint8Array(bytes).every((byte) => byte === 7)), true);
const handler = webkit.messageHandlers.soak;
check("a handler's text", handler.postMessage(text), text);
const body = { text, date: new Date(86400000), list: [text, null, [true, -0.5]], none: undefined };
check("a handler's object", handler.postMessage(body), body);
check("a handler's error", handler.postMessage("refuse").catch((error) => error.message), "The app refuses soak.");
check("nothing", handler.postMessage(undefined), undefined);
check(
  "the frame",
  new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = (event) => resolve(event.data);
    document.querySelector("iframe").contentWindow.postMessage(text, "*", [channel.port2]);
  }),
  text,
);
await Promise.all(checks);
return checks.length;

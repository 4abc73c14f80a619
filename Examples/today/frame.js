"use strict";

// Requests a token each time the parent page sends a message. The parent gets only the kind of the answer, so a token
// that the frame should not have received is at least not passed on.
addEventListener("message", async (event) => {
  if (event.source !== parent) return;
  const { value, error, milliseconds } = await askApp({ type: "refreshToken" });
  const isQuiet = value === undefined && error === undefined;
  const text = !findBridge() ? "no channel" : isQuiet ? "undefined" : error === undefined ? "a value" : "an error";
  parent.postMessage({ text, milliseconds }, "*");
});

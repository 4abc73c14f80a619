"use strict";

// Asks for a token each time the page around it says so. If one ever came it would not be repeated.
addEventListener("message", async (event) => {
  if (event.source !== parent) return;
  const { value, error, milliseconds } = await askApp({ type: "refreshToken" });
  const isQuiet = value === undefined && error === undefined;
  const text = !findBridge() ? "no channel" : isQuiet ? "undefined" : error === undefined ? "a value" : "an error";
  parent.postMessage({ text, milliseconds }, "*");
});

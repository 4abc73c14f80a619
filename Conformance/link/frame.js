"use strict";

// The suite's page hands its options on in the address. `?idle` leaves the frame to scripts of that page.
{
  const query = new URLSearchParams(location.search);
  if (!query.has("idle")) {
    probeLinkFrame(
      query.get("platform") ?? (/** @type {any} */ (window)._bitcoinWalletApi?.messageHandler ? "android" : "ios"),
      (Number(query.get("limit")) || 5) * 1000, linkFrameData(query.has("answer")));
  }
}

"use strict";

// The suite's page hands its options on in the address, and what to ask for behind its #. `?idle` leaves the frame to
// scripts of that page.
{
  const query = new URLSearchParams(location.search);
  if (!query.has("idle")) {
    probeLinkFrame(
      query.get("platform") ?? (/** @type {any} */ (window)._bitcoinWalletApi?.messageHandler ? "android" : "ios"),
      (Number(query.get("limit")) || 5) * 1000, JSON.parse(decodeURIComponent(location.hash.slice(1))));
  }
}

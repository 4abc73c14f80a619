"use strict";

// The suite's page passes its options in the query of the URL, and the requests to send in the fragment. With `?idle`
// this script sends nothing, because scripts of the suite's page send requests through the frame.
{
  const query = new URLSearchParams(location.search);
  if (!query.has("idle")) {
    probeLinkFrame(
      query.get("platform") ?? (/** @type {any} */ (window)._bitcoinWalletApi?.messageHandler ? "android" : "ios"),
      (Number(query.get("limit")) || 5) * 1000, JSON.parse(decodeURIComponent(location.hash.slice(1))));
  }
}

"use strict";

// The suite's page passes its options in the query of the URL, and the messages in the fragment.
{
  const query = new URLSearchParams(location.search);
  const messages = JSON.parse(decodeURIComponent(location.hash.slice(1)));
  probeTodayFrame(query.get("channel") ?? "todayWebViewBridge", (Number(query.get("limit")) || 5) * 1000, messages);
}

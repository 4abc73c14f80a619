"use strict";

// The suite's page passes its options in the query of the URL.
{
  const query = new URLSearchParams(location.search);
  probeTodayFrame(query.get("channel") ?? "todayWebViewBridge", (Number(query.get("limit")) || 5) * 1000);
}

"use strict";

// The suite's page hands its options on in the address.
{
  const query = new URLSearchParams(location.search);
  probeTodayFrame(query.get("channel") ?? "todayWebViewBridge", (Number(query.get("limit")) || 5) * 1000);
}

"use strict";

// The suite's page passes its options in the query of the URL.
if (location.hash !== "#nothing") probeCausewayFrame((Number(new URLSearchParams(location.search).get("limit")) || 5) * 1000);

"use strict";

// The suite's page hands its options on in the address.
probeOnsideFrame((Number(new URLSearchParams(location.search).get("limit")) || 5) * 1000);

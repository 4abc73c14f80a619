"use strict";

/** Whether the bridge exists when the page's first script runs. */
const causewayAtStart = typeof window.causeway;

"use strict";

probeGBGFrame(`conformance-frame-${Math.random().toString(36).slice(2)}`);

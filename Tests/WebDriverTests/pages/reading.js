"use strict";

document.getElementById("host").attachShadow({ mode: "open" }).innerHTML = "<p>shadow</p><slot></slot>";

// For `causeway open --run` on the pages in Examples: waits until the page has done what it does by itself.
const exchanges = await window.__demo;
return { exchanges: exchanges.length };

// For `causeway open --run` on the pages in Examples: waits until the page has sent all the messages of its
// demonstration.
const exchanges = await window.__demo;
return { exchanges: exchanges.length };

// For `causeway open --run`: waits until the page's tour is over.
const exchanges = await window.__demo;
return { exchanges: exchanges.length };

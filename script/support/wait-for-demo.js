// For `causeway open --run` on Examples/today: waits until the page's tour is over.
const exchanges = await window.__demo;
return { exchanges: exchanges.length };

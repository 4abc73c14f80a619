// For `causeway open --run` on Examples/newsstand: waits until the page has checked its purchases, and returns
// the page's status. Buys nothing.
const check = document.getElementById("check");
await new Promise((resolve) => {
  const observer = new MutationObserver(() => look());
  const look = () => {
    if (check.disabled) return;
    observer.disconnect();
    resolve();
  };
  observer.observe(check, { attributes: true });
  look();
});
const ways = [...document.querySelectorAll("#way li")].map((place) =>
  `${place.querySelector("b").textContent}: ${place.querySelector(".what").textContent}`);
return [...ways, document.getElementById("notice").textContent];

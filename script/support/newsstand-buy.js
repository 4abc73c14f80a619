// For `causeway open --run` on Examples/newsstand: buys the archive, and returns the steps of the purchase.
const until = (condition) => new Promise((resolve) => {
  const observer = new MutationObserver(() => look());
  const look = () => {
    if (!condition()) return;
    observer.disconnect();
    resolve();
  };
  observer.observe(document, { attributes: true, childList: true, subtree: true });
  look();
});
const check = document.getElementById("check");
const article = document.getElementById("archive");

await until(() => !check.disabled);
article.querySelector(".buy").click();
await until(() => article.dataset.stand === "open" && !check.hasAttribute("aria-busy"));
return [...document.querySelectorAll("#way li")].map((place) =>
  `${place.querySelector("b").textContent}: ${place.querySelector(".what").textContent}`);

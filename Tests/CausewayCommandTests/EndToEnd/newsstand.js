// What a reader does at Examples/newsstand, for the body of a function in that page.

/** Resolves as soon as something holds that the document shows. */
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

const control = (id) => document.getElementById(id);
const article = (product) => document.querySelector(`[data-product="${product}"]`);
const stand = (product) => article(product).dataset.stand;
const isReadable = (product) => article(product).querySelector(".rest").checkVisibility();
const state = () => document.body.dataset.state;
const station = (name) => document.querySelector(`[data-station="${name}"]`).dataset.mark;
const stations = () => [...document.querySelectorAll("[data-station]")].map(({ dataset }) => dataset.mark).join(" ");

/** Resolves when the page has asked for the first time. */
const opened = () => until(() => !control("check").disabled);

const buy = (product) => article(product).querySelector(".buy").click();

/** Presses "Check again", and resolves when that is over. */
const checkAgain = async () => {
  control("check").click();
  await until(() => control("check").hasAttribute("aria-busy"));
  await until(() => !control("check").hasAttribute("aria-busy"));
};


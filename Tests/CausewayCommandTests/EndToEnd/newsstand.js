// The actions of a reader of Examples/newsstand, for function bodies that run in that page.

/** Resolves as soon as the condition holds in the document. */
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

/** Resolves as soon as the button "Check again" is enabled. */
const opened = () => until(() => !control("check").disabled);

const buy = (product) => article(product).querySelector(".buy").click();

/** Presses "Check again", and resolves when the check has ended. */
const checkAgain = async () => {
  control("check").click();
  await until(() => control("check").hasAttribute("aria-busy"));
  await until(() => !control("check").hasAttribute("aria-busy"));
};

/**
 * Returns the text "N unfinished" with the number of unfinished transactions. Waits up to 10 seconds for the expected
 * number, because the queue removes a transaction some time after `finishTransaction` has resolved.
 */
const unfinished = async (expected) => {
  for (let tries = 0; ; tries += 1) {
    const { length } = await onside.getTransactions();
    if (length === expected || tries === 500) return `${length} unfinished`;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

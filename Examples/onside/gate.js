"use strict";

/** The reader's wish to be asked before buying in another country than their own. */
const lanternGate = (() => {
  const isOn = /** @type {HTMLInputElement} */ (document.getElementById("gate"));
  const home = /** @type {HTMLSelectElement} */ (document.getElementById("home"));
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("abroad"));

  for (const code of ["AT", "CH", "DE", "FR", "GB", "IT", "NL", "US"]) {
    home.append(new Option(lanternWords.country(code), code));
  }
  home.addEventListener("change", () => lanternPurse.home(home.value));
  isOn.addEventListener("change", () => (home.disabled = !isOn.checked));

  /**
   * The country of the first login is taken for the reader's own.
   * @param {string} code
   */
  function settle(code) {
    if (!lanternPurse.home()) lanternPurse.home(code);
    if (![...home.options].some(({ value }) => value === lanternPurse.home())) {
      home.append(new Option(lanternWords.country(lanternPurse.home()), lanternPurse.home()));
    }
    home.value = lanternPurse.home();
  }

  /** How long the reader may think, in milliseconds: the app takes no answer for a yes after 30 seconds. */
  const limit = 25_000;

  /**
   * Whether to go on with a purchase.
   * @param {OnsideProposal} proposal
   * @returns {boolean | Promise<boolean>}
   */
  function decide({ transaction, storefront: { countryCode } }) {
    if (!isOn.checked || lanternPurse.home() === "" || lanternPurse.home() === countryCode) return true;
    // One question at a time: what nobody was asked about is not bought.
    if (dialog.open) return false;
    const [own, other] = [lanternPurse.home(), countryCode].map(lanternWords.country);
    const { localizedTitle } = transaction.payment.product;
    /** @type {HTMLElement} */ (document.getElementById("abroad-text")).textContent =
      `You live in ${own}, and “${localizedTitle}” would be bought in ${other}.`;
    dialog.returnValue = "no";
    dialog.showModal();
    const timer = setTimeout(() => dialog.close("no"), limit);
    return new Promise((resolve) => {
      dialog.addEventListener("close", () => {
        clearTimeout(timer);
        resolve(dialog.returnValue === "yes");
      }, { once: true });
    });
  }

  return { settle, decide };
})();

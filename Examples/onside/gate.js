"use strict";

/** The gate. If the reader has turned on the gate, it asks the reader before a purchase in a foreign country. */
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
   * Shows the reader's own country. The first login sets it.
   * @param {string} code
   */
  function settle(code) {
    if (!lanternPurse.home()) lanternPurse.home(code);
    if (![...home.options].some(({ value }) => value === lanternPurse.home())) {
      home.append(new Option(lanternWords.country(lanternPurse.home()), lanternPurse.home()));
    }
    home.value = lanternPurse.home();
  }

  /**
   * Returns whether a purchase may continue.
   * @param {OnsideProposal} proposal
   * @returns {boolean | Promise<boolean>}
   */
  function decide({ transaction, storefront: { countryCode } }) {
    if (!isOn.checked || lanternPurse.home() === "" || lanternPurse.home() === countryCode) return true;
    // The dialog can ask only one question at a time. A purchase that the reader was not asked about must not continue.
    if (dialog.open) return false;
    const [own, other] = [lanternPurse.home(), countryCode].map(lanternWords.country);
    const { localizedTitle } = transaction.payment.product;
    /** @type {HTMLElement} */ (document.getElementById("abroad-text")).textContent =
      `You live in ${own}, and “${localizedTitle}” would be bought in ${other}.`;
    dialog.returnValue = "no";
    dialog.showModal();
    // The app waits for the answer as long as this page exists.
    return new Promise((resolve) => {
      dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
    });
  }

  return { settle, decide };
})();

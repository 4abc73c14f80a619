"use strict";

/** Opens the reading room. Buys nothing until the user presses a button. */
async function openLanternRoom() {
  /** @template {HTMLElement} Kind @param {string} id @returns {Kind} */
  const element = (id) => /** @type {Kind} */ (document.getElementById(id));
  const state = element("state");
  /** @type {HTMLButtonElement} */
  const all = element("all");
  const { isInApp, call, tell } = lanternBridge;
  const { attempt, buy, restore } = lanternShop;

  document.body.classList.toggle("alone", !isInApp);
  element("outside").hidden = isInApp;
  all.hidden = !isInApp;
  lanternShop.show();

  const isOpen = isInApp ? start() : Promise.resolve(false);

  /** @returns {Promise<boolean>} */
  async function start() {
    state.textContent = "Opening …";
    const opened = await attempt(lanternShop.open);
    state.textContent = opened ? "Open" : "Closed";
    for (const id of ["restore", "methods"]) /** @type {HTMLButtonElement} */ (element(id)).disabled = !opened;
    all.disabled = !opened;
    return opened;
  }

  lanternAccount.listen({
    logIn: () => void attempt(() => call("requestLogin")),
    logOut: () => tell("logout"),
  });
  element("restore").addEventListener("click", () => void restore());
  element("methods").addEventListener("click", () => void attempt(() => call("presentPaymentMethodsManager")));

  /** Performs some actions of a typical reader, one after another. */
  async function takeAll() {
    if (await isOpen) {
      all.disabled = true;
      state.classList.remove("done");
      state.textContent = "Looking around …";
      await buy("lantern.coins.12");
      element("shelf").querySelector("button")?.click();
      if (!lanternPurse.owns("lantern.monthly")) await buy("lantern.monthly");
      await restore();
      const { calls, events } = lanternConversation.count();
      state.textContent = `${calls} calls, ${events} events`;
      state.classList.add("done");
      all.disabled = false;
    }
    // Wait for the pictures. A picture that cannot be decoded is visibly missing, so the error is ignored.
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
    window.__demoDone = true;
    return lanternConversation.exchanges;
  }

  all.addEventListener("click", () => void takeAll());
  window.__demoDone = false;
  /** @type {ReturnType<typeof takeAll> | undefined} */
  let tour;
  // The tour starts when a program first reads `__demo`. A user presses the buttons instead.
  Object.defineProperty(window, "__demo", { get: () => (tour ??= takeAll()) });
  if (!isInApp) state.textContent = "No app";
}

void openLanternRoom();

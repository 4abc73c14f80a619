"use strict";

/** Opens the room: nothing is bought until a button is pressed. */
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

  /** Does what a reader might do, one after the other. */
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
    // A picture that cannot be read is seen to be missing.
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
    window.__demoDone = true;
    return lanternConversation.exchanges;
  }

  all.addEventListener("click", () => void takeAll());
  window.__demoDone = false;
  /** @type {ReturnType<typeof takeAll> | undefined} */
  let tour;
  // Who asks for it gets it: a person is left to press the buttons.
  Object.defineProperty(window, "__demo", { get: () => (tour ??= takeAll()) });
  if (!isInApp) state.textContent = "No app";
}

void openLanternRoom();

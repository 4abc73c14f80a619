"use strict";

/** The shelf with the stories. Each story shows its price, or that the reader can read it. */
const lanternShelf = (() => {
  const { made } = lanternConversation;

  /**
   * Adds a story. Returns the function that updates it.
   * @param {{ id: string, title: string, text: string }} story
   * @param {() => void} changed called when coins were spent
   * @param {(text: string) => void} notice
   */
  function add({ id, title, text }, changed, notice) {
    const cover = /** @type {HTMLImageElement} */ (made("img", ""));
    cover.src = `covers/${id}.svg`;
    cover.alt = "";
    const way = made("span", "way");
    const button = /** @type {HTMLButtonElement} */ (made("button", "story", cover, made("span", "title", title), way));
    button.type = "button";
    button.disabled = !lanternBridge.isInApp;

    function open() {
      const paidWith = lanternPurse.canRead(id) ? "" : "coins";
      if (paidWith && !lanternPurse.spend(id)) {
        notice(`${title} costs ${lanternWords.coins(lanternStoryPrice)}. You can buy coins at the till.`);
        return;
      }
      notice(`“${text}”`);
      lanternBridge.tell("trackEvent", { name: "story_opened", parameters: { story: id } });
      changed();
    }

    button.addEventListener("click", open);
    document.getElementById("shelf")?.append(made("li", "", button));

    return () => {
      const isOpen = lanternPurse.canRead(id);
      button.classList.toggle("open", isOpen);
      way.textContent = isOpen ? "Read" : lanternWords.coins(lanternStoryPrice);
    };
  }

  return { add };
})();

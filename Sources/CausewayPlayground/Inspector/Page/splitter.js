const key = "causeway-inspector-side";

/**
 * Lets the person change how much of the work area the side pane gets. The share is stored for the next visit.
 * @param {HTMLElement} splitter
 * @param {HTMLElement} work the element with the custom property `--side`
 */
export function listenToSplitter(splitter, work) {
  const isBelow = () => getComputedStyle(work).flexDirection === "column";
  const set = (/** @type {number} */ share) => {
    const kept = Math.min(Math.max(share, 20), 75);
    work.style.setProperty("--side", `${kept}%`);
    splitter.setAttribute("aria-valuenow", String(Math.round(kept)));
    return kept;
  };
  let share = set(Number(localStorage.getItem(key)) || 42);
  const keep = () => localStorage.setItem(key, String(share));

  splitter.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    splitter.setPointerCapture(event.pointerId);
    const move = (/** @type {PointerEvent} */ { clientX, clientY }) => {
      const { left, top, width, height } = work.getBoundingClientRect();
      share = set(100 * (isBelow() ? 1 - (clientY - top) / height : 1 - (clientX - left) / width));
    };
    splitter.addEventListener("pointermove", move);
    splitter.addEventListener("lostpointercapture", () => {
      splitter.removeEventListener("pointermove", move);
      keep();
    }, { once: true });
  });
  splitter.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: 2, ArrowUp: 2, ArrowRight: -2, ArrowDown: -2 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    share = set(share + step);
    keep();
  });
}

/**
 * Adds keyboard control to a tree: the keys that the ARIA patterns describe, and `c`, which copies a part.
 * @param {HTMLElement} root
 * @param {{ set: (node: HTMLLIElement, isOpen: boolean) => void, copy: (node: HTMLLIElement) => void }} actions
 */
export function listenToTree(root, actions) {
  root.addEventListener("keydown", (event) => key(root, event, actions));
  // Only one item of the tree is in the tab order: the item that had the focus last. The arrow keys reach the others.
  root.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof HTMLLIElement)) return;
    for (const other of root.querySelectorAll('li[tabindex="0"]')) other.setAttribute("tabindex", "-1");
    target.tabIndex = 0;
  });
}

/**
 * @param {HTMLElement} root
 * @param {KeyboardEvent} event
 * @param {Parameters<typeof listenToTree>[1]} actions
 */
function key(root, event, { set, copy }) {
  if (!(event.target instanceof HTMLLIElement) || event.ctrlKey || event.metaKey || event.altKey) return;
  const node = event.target;
  const seen = [...root.querySelectorAll("li[role=treeitem]")].filter((item) => !item.closest("ul[hidden]"));
  const index = seen.indexOf(node);
  const isOpen = node.getAttribute("aria-expanded");
  /** @type {Element | null | undefined} */
  let next;
  if (event.key === "ArrowDown") next = seen[index + 1];
  else if (event.key === "ArrowUp") next = seen[index - 1];
  else if (event.key === "Home") next = seen[0];
  else if (event.key === "End") next = seen[seen.length - 1];
  else if (event.key === "ArrowRight" && isOpen === "true") next = seen[index + 1];
  else if (event.key === "ArrowRight" && isOpen === "false") set(node, true);
  else if (event.key === "ArrowLeft" && isOpen === "true") set(node, false);
  else if (event.key === "ArrowLeft") next = node.parentElement?.closest("li");
  else if (event.key === "Enter" || event.key === " ") set(node, isOpen === "false");
  else if (event.key === "c") copy(node);
  else return;
  event.preventDefault();
  event.stopPropagation();
  if (next instanceof HTMLElement) next.focus();
}

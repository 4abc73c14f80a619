// The search in the bar: loads the index when it is first used, and shows results while the reader types.
{
  const input = /** @type {HTMLInputElement} */ (document.getElementById("site-search"));
  const list = /** @type {HTMLElement} */ (document.getElementById("site-results"));
  const panel = /** @type {HTMLElement} */ (list.closest(".results"));
  const hint = /** @type {HTMLElement} */ (panel.querySelector(".hint"));
  const root = document.documentElement.dataset.root ?? ".";

  /** @type {Site.Entry[] | undefined} */
  let entries;
  let selected = 0;

  const load = () => {
    if (document.getElementById("site-index")) return;
    const script = document.createElement("script");
    script.id = "site-index";
    script.src = `${root}/assets/search-index.js`;
    script.onload = () => {
      entries = siteRank.prepare(siteIndex ?? []);
      show();
    };
    script.onerror = () => {
      hint.textContent = "The index of the search could not be loaded.";
    };
    document.head.append(script);
  };

  /**
   * Adds a text to an element, with marks around the words of the query.
   *
   * @param {HTMLElement} element
   * @param {string} text
   * @param {string[]} words
   */
  const fill = (element, text, words) => {
    const pattern = words.map((word) => word.replace(/[-\\^$*+?.()|[\]{}]/g, "\\$&")).join("|");
    text.split(new RegExp(`(${pattern})`, "iu")).forEach((part, index) => {
      if (index % 2 === 0) return element.append(part);
      const mark = document.createElement("mark");
      mark.textContent = part;
      element.append(mark);
    });
    return element;
  };

  /**
   * @param {string} tag
   * @param {string} name
   */
  const make = (tag, name) => Object.assign(document.createElement(tag), { className: name });

  /**
   * @param {Site.Entry} entry
   * @param {number} index
   * @param {string[]} words
   */
  const item = (entry, index, words) => {
    const row = make("li", entry.kind === "guide" ? "guide" : "symbol");
    row.id = `site-result-${index}`;
    row.setAttribute("role", "option");
    const link = document.createElement("a");
    link.href = `${root}/${entry.address}`;
    link.tabIndex = -1;
    const first = make("div", "first");
    const kind = make("span", "kind");
    kind.textContent = entry.kind === "guide" ? (entry.isPage ? "Guide" : "Section") : entry.kind;
    first.append(fill(make("span", "title"), entry.title, words), kind);
    link.append(first);
    if (entry.context) link.append(fill(make("div", "context"), `in ${entry.context}`, words));
    if (entry.body) link.append(fill(make("div", "body"), siteRank.excerpt(entry.body, words), words));
    row.append(link);
    return row;
  };

  /** @param {number} index */
  const select = (index) => {
    const rows = [...list.children];
    if (rows.length === 0) return input.removeAttribute("aria-activedescendant");
    selected = (index + rows.length) % rows.length;
    rows.forEach((row, at) => row.setAttribute("aria-selected", String(at === selected)));
    rows[selected].scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", rows[selected].id);
  };

  const show = () => {
    const words = siteRank.words(input.value);
    const isOpen = words.length > 0 && document.activeElement === input;
    panel.hidden = !isOpen;
    input.setAttribute("aria-expanded", String(isOpen));
    if (!isOpen) return;
    if (!entries) {
      hint.textContent = "The search loads its index …";
      return;
    }
    const found = siteRank.search(entries, input.value);
    list.replaceChildren(...found.map((entry, index) => item(entry, index, words)));
    hint.textContent = found.length === 0
      ? `No guide and no symbol contains ${words.length === 1 ? "this word" : "all these words"}.`
      : "↑ and ↓ choose a result, Enter opens it, Escape closes the search.";
    panel.scrollTop = 0;
    select(0);
  };

  const close = () => {
    panel.hidden = true;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };

  input.addEventListener("focus", () => {
    load();
    show();
  });
  input.addEventListener("input", show);
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      select(selected + (event.key === "ArrowDown" ? 1 : -1));
    } else if (event.key === "Enter") {
      const link = list.children[selected]?.querySelector("a");
      if (panel.hidden || !link) return;
      close();
      input.blur();
      link.click();
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (panel.hidden) input.blur();
      else close();
    }
  });
  document.addEventListener("pointerdown", (event) => {
    if (!(event.target instanceof Node) || !input.parentElement?.contains(event.target)) close();
  });
  list.addEventListener("click", () => {
    close();
    input.blur();
  });
  document.addEventListener("keydown", (event) => {
    const target = event.target;
    const isTyping = target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
}

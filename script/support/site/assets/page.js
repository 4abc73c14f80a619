// The other controls of a page: the color scheme, the navigation, the buttons that copy code, the table of contents.
{
  const schemes = /** @type {const} */ (["automatic", "light", "dark"]);
  const names = { automatic: "Automatic", light: "Light", dark: "Dark" };
  const root = document.documentElement;
  const switchButton = /** @type {HTMLButtonElement} */ (document.querySelector(".scheme"));

  const scheme = () => schemes.find((name) => name === root.dataset.scheme) ?? "automatic";
  const showScheme = () => {
    const label = /** @type {HTMLElement} */ (switchButton.querySelector("span"));
    label.textContent = names[scheme()];
    switchButton.setAttribute("aria-label", `Colors: ${names[scheme()]}`);
    switchButton.title = `Colors: ${names[scheme()]}`;
  };
  switchButton.addEventListener("click", () => {
    const next = schemes[(schemes.indexOf(scheme()) + 1) % schemes.length];
    if (next === "automatic") delete root.dataset.scheme;
    else root.dataset.scheme = next;
    showScheme();
    try {
      localStorage.setItem("causeway-color-scheme", next);
    } catch {
      // Without storage, the choice applies only to this page.
    }
  });
  showScheme();

  const menu = /** @type {HTMLButtonElement} */ (document.querySelector(".menu"));
  const navigation = /** @type {HTMLElement} */ (document.getElementById("site-navigation"));
  /** @param {boolean} isOpen */
  const openMenu = (isOpen) => {
    document.body.classList.toggle("navigating", isOpen);
    menu.setAttribute("aria-expanded", String(isOpen));
  };
  menu.addEventListener("click", () => openMenu(!document.body.classList.contains("navigating")));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !document.body.classList.contains("navigating")) return;
    openMenu(false);
    menu.focus();
  });
  document.addEventListener("click", (event) => {
    const target = event.target;
    if (target instanceof Node && !navigation.contains(target) && !menu.contains(target)) openMenu(false);
  });
  // Scroll only the navigation to its current link; scrollIntoView would also move the page.
  const current = /** @type {HTMLElement | null} */ (navigation.querySelector("[aria-current]"));
  if (current && current.offsetTop > navigation.clientHeight - 80) navigation.scrollTop = current.offsetTop - 120;

  for (const figure of document.querySelectorAll("figure.code")) {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "copy", textContent: "Copy" });
    button.addEventListener("click", async () => {
      const code = figure.querySelector("code")?.textContent ?? "";
      // Of a transcript, copy the commands without their prompts and outputs.
      const isTranscript = /** @type {HTMLElement} */ (figure).dataset.language === "console";
      const lines = code.split("\n").filter((line) => line.startsWith("$ ")).map((line) => line.slice(2));
      try {
        await navigator.clipboard.writeText(isTranscript ? lines.join("\n") : code);
        button.textContent = "Copied";
      } catch {
        button.textContent = "Not allowed";
      }
    });
    button.addEventListener("blur", () => {
      button.textContent = "Copy";
    });
    figure.append(button);
  }

  const links = [.../** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".contents a"))];
  const headings = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
  const mark = () => {
    const above = headings.filter((heading) => heading && heading.getBoundingClientRect().top < 120).length;
    links.forEach((link, index) => {
      if (index !== Math.max(above - 1, 0)) return link.removeAttribute("aria-current");
      if (link.getAttribute("aria-current")) return;
      link.setAttribute("aria-current", "true");
      const area = /** @type {HTMLElement} */ (link.closest(".contents"));
      if (link.offsetTop < area.scrollTop || link.offsetTop > area.scrollTop + area.clientHeight - 60) {
        area.scrollTop = link.offsetTop - area.clientHeight / 2;
      }
    });
  };
  if (links.length > 0) {
    mark();
    document.addEventListener("scroll", mark, { passive: true });
  }
}

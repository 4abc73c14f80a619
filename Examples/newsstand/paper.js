"use strict";

/** The paper: its articles, its reader, and the status line. */
const tidePaper = (() => {
  /** @template {HTMLElement} Kind @param {string} id @returns {Kind} */
  const element = (id) => /** @type {Kind} */ (document.getElementById(id));

  /** The readers, with the ids of the paper's server. A real paper would have a login instead of this list. */
  const readers = [
    { customer: "reader.ada", name: "Ada" },
    { customer: "reader.ben", name: "Ben" },
  ];

  /** @type {HTMLSelectElement} */
  const chooser = element("reader");
  for (const { customer, name } of readers) chooser.append(new Option(name, customer));
  element("date").textContent = tideWords.day(new Date());

  const articles = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("article")]);

  /** The product identifiers of the articles, in the order of the articles. */
  const identifiers = articles.map(({ dataset }) => /** @type {string} */ (dataset.product));

  /** @returns {{ customer: string, name: string }} */
  function reader() {
    return readers[chooser.selectedIndex] ?? readers[0];
  }

  /**
   * Shows a status.
   * @param {string} state for style sheets and other programs: `opening`, `outside`, `loggedOut`, `unreachable`,
   *   `refused`, `nothing`, `bought`, `refunded`, `expired` or `another`
   * @param {string} text
   */
  function say(state, text) {
    document.body.dataset.state = state;
    const notice = element("notice");
    // Do not assign the same text again, because a screen reader would then read it aloud again.
    if (notice.textContent !== text) notice.textContent = text;
  }

  /**
   * Returns the state of an article according to the server's answer.
   * @param {string} product
   * @param {TideValidation} [validation]
   * @returns {{ stand: TideStand, expiresAt?: Date }}
   */
  function verdict(product, validation) {
    const own = validation?.entitlements.find(({ product_id }) => product_id === product);
    if (own) return { stand: "open", expiresAt: own.expires_at ? new Date(own.expires_at) : undefined };
    if (validation?.unconfirmed.some(({ product_id }) => product_id === product)) return { stand: "checking" };
    const decided = new Set(
      validation?.decisions.filter(({ product_id }) => product_id === product).map(({ decision }) => decision));
    if (decided.has("revoked")) return { stand: "refunded" };
    if (decided.has("expired")) return { stand: "expired" };
    return { stand: decided.has("belongsToAnother") ? "another" : "locked" };
  }

  /**
   * Shows which articles the reader has.
   * @param {TideValidation} validation
   * @param {(product: string) => string} title
   */
  function sum(validation, title) {
    const stands = identifiers.map((product) => ({ product, ...verdict(product, validation) }));
    const open = stands.filter(({ stand }) => stand === "open").map(({ product }) => title(product));
    const { name } = reader();
    if (open.length > 0) return say("bought", `${name} has ${tideWords.list(open)}.`);
    for (const { product, stand } of stands) {
      if (stand === "checking") return say("refused", `The store could not confirm ${title(product)}. Check again later.`);
      if (stand === "refunded") return say(stand, `${title(product)} was refunded, and is locked again.`);
      if (stand === "expired") return say(stand, `${title(product)} has expired.`);
      if (stand === "another") return say(stand, `${title(product)} belongs to another reader.`);
    }
    say("nothing", `${name} has bought nothing yet. The first lines are free.`);
  }

  /**
   * Shows the command that opens this page in an app with a store. If the page does not come from the paper's server, the
   * command also starts the store and that server.
   */
  function showOutside() {
    const isServed = location.protocol.startsWith("http");
    const command = isServed
      ? `causeway open ${location.origin} --store http://127.0.0.1:8080 --app com.example.newsstand`
      : "causeway shop Examples/newsstand --window";
    element("outside").hidden = false;
    element("command").textContent = command;
    say("outside", "You are not in an app, so nothing can be bought here.");
  }

  return { element, articles, identifiers, reader, chooser, say, verdict, sum, showOutside };
})();

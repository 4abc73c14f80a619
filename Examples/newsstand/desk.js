"use strict";

/** Opens the desk, which handles the purchases and asks the server to validate them. */
function openTideDesk() {
  const { element, articles, identifiers, reader, chooser, say } = tidePaper;
  /** @type {HTMLButtonElement} */
  const again = element("check");
  /** @type {HTMLButtonElement} */
  const session = element("session");

  /** @type {Map<string, JSProduct>} */
  const products = new Map();

  /**
   * The purchases in progress, by product identifier.
   * @type {Map<string, "asking" | "paying">}
   */
  const pending = new Map();

  /**
   * The paid transactions that are not finished, because the server has not decided about them yet. The keys are the
   * transactions' ids.
   * @type {Map<string, JSPaymentTransaction>}
   */
  const paid = new Map();

  /**
   * The server's last answer. Without an answer, all articles are locked.
   * @type {TideValidation | undefined}
   */
  let validation;

  /** @type {JSStorefront | null} */
  let storefront = null;

  const gates = articles.map((article, place) => tideGate.add(article, () => void buy(identifiers[place])));

  function show() {
    identifiers.forEach((product, place) => {
      const isPaid = [...paid.values()].some(({ payment }) =>
        payment.product.productIdentifier === product && payment.appAccountToken === reader().customer);
      const { stand, expiresAt } = tidePaper.verdict(product, validation);
      const onItsWay = pending.get(product) ?? (isPaid ? "checking" : undefined);
      gates[place]({ stand: stand === "open" ? stand : onItsWay ?? stand, product: products.get(product), expiresAt });
    });
    session.textContent = storefront ? "Log out" : "Log in";
  }

  /** @param {string} product */
  const title = (product) => products.get(product)?.localizedTitle ?? product;

  const { onside } = window;
  if (!onside) {
    tidePaper.showOutside();
    show();
    return;
  }
  const app = onside;

  /**
   * Shows the text of an error. If no user is logged in, forgets the server's answer. Otherwise the open articles stay
   * open, because the server has not withdrawn them.
   * @param {any} error
   */
  function complain(error) {
    if (error instanceof TideRefusal) return say("refused", error.message);
    const { name, text } = tideErrors.explain(error);
    if (name === "notLoggedIn") {
      validation = undefined;
      return say("loggedOut", "Log in to the store to read what you have bought, or buy something.");
    }
    say(tideErrors.explain(error).station === "store" ? "unreachable" : document.body.dataset.state ?? "nothing", text);
  }

  /** The last check. Each check waits for the previous one, so the answers are used in the order of the requests. */
  let last = Promise.resolve();

  /**
   * Asks the server which articles the reader has, and finishes the transactions that the server has decided about.
   * @param {JSPaymentTransaction} [transaction] the transaction that was just paid
   */
  function check(transaction) {
    last = last.then(async () => {
      again.setAttribute("aria-busy", "true");
      try {
        if (products.size === 0) await load();
        const product = transaction?.payment.product;
        const sale = product && { order: transaction?.transactionIdentifier, title: product.localizedTitle };
        validation = merge(await tideProof.ask(app, reader(), sale));
        // Show the server's answer before the transaction is finished, because the app forgets a finished transaction.
        show();
        tidePaper.sum(validation, title);
        await finish(validation);
      } catch (error) {
        complain(error);
      }
      show();
      again.removeAttribute("aria-busy");
    });
    return last;
  }

  /**
   * Returns an answer to which the earlier decisions about other orders are added, because an answer may be about one
   * order only.
   * @param {TideValidation} answer
   */
  function merge(answer) {
    const fresh = new Set([...answer.decisions, ...answer.unconfirmed].map(({ order_id }) => order_id));
    const kept = validation?.decisions.filter(({ order_id }) => !fresh.has(order_id)) ?? [];
    return { ...answer, decisions: [...kept, ...answer.decisions] };
  }

  /** @param {TideValidation} answer */
  async function finish({ decisions }) {
    // Do not finish a transaction whose order belongs to another reader. That reader's next check finishes it.
    const own = decisions.filter(({ decision }) => decision !== "belongsToAnother");
    const decided = new Set(own.map(({ order_id }) => order_id.toLowerCase()));
    for (const { id, transactionIdentifier } of [...paid.values()]) {
      if (!transactionIdentifier || !decided.has(transactionIdentifier.toLowerCase())) continue;
      await app.finishTransaction(id).catch(() => {}); // the transaction may be finished already
      paid.delete(id);
    }
  }

  async function load() {
    const answer = await app.loadProducts({ productIdentifiers: identifiers }).catch((error) => {
      tideWay.begin("page");
      const { station, text } = tideErrors.explain(error);
      tideWay.mark("page", "done", "Asks for the prices");
      tideWay.mark(station, "refused", text);
      throw error;
    });
    for (const product of answer.products) products.set(product.productIdentifier, product);
    show();
  }

  /** @param {string} product */
  async function buy(product) {
    if (pending.has(product)) return;
    pending.set(product, "asking");
    tideWay.begin("page");
    tideWay.mark("page", "done", `${reader().name} buys ${title(product)}`);
    tideWay.mark("sdk", "busy", "Shows the payment sheet");
    show();
    try {
      await app.purchase({ productIdentifier: product, appAccountToken: reader().customer });
    } catch (error) {
      pending.delete(product);
      tideWay.mark("sdk", "refused", tideErrors.explain(error).text);
      complain(error);
      show();
    }
  }

  /** @param {JSPaymentTransaction[]} transactions */
  async function update(transactions) {
    for (const transaction of transactions) {
      const { id, transactionState, payment, error } = transaction;
      const product = payment.product.productIdentifier;
      if (transactionState === "purchasing") {
        pending.set(product, "paying");
        show();
        continue;
      }
      pending.delete(product);
      if (transactionState === "failed") {
        await app.finishTransaction(id).catch(() => {}); // the transaction may be finished already
        // The user may have logged in for this purchase, and may own earlier purchases.
        if (!validation) await check();
        tideWay.mark("sdk", "refused", tideErrors.explain(error).text);
        complain(error);
        show();
        continue;
      }
      paid.set(id, transaction);
      show();
      await check(transaction);
    }
  }

  /** @param {JSStorefront | null} next */
  function move(next) {
    // The callback also receives changes from before it was assigned, so the page may have this storefront already.
    if (next?.id === storefront?.id && next?.countryCode === storefront?.countryCode) return;
    storefront = next;
    // The earlier answer may be about another user.
    validation = undefined;
    products.clear();
    show();
    // If a purchase is pending, the page asks the server when that purchase ends.
    if (pending.size === 0) void check();
  }

  async function open() {
    await app.initializeOnside("v1");
    app.setAppearance("system");
    storefront = await app.getCurrentStorefront();
    app.onTransactionsUpdated = (transactions) => void update(transactions);
    app.onTransactionsRemoved = (transactions) => {
      for (const { payment } of transactions) pending.delete(payment.product.productIdentifier);
      show();
    };
    app.onStorefrontChanged = move;
    await update(await app.getTransactions());
    await check();
    again.disabled = session.disabled = false;
  }

  again.addEventListener("click", () => void check());
  chooser.addEventListener("change", () => {
    validation = undefined;
    show();
    void check();
  });
  session.addEventListener("click", () => (storefront ? app.logout() : void app.requestLogin().catch(complain)));
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void check();
  });

  show();
  say("opening", "The paper is loading …");
  open().catch(complain);
}

openTideDesk();

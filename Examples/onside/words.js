"use strict";

/** Prices, periods and values in words. */
const lanternWords = (() => {
  const language = document.documentElement.lang;
  const countries = new Intl.DisplayNames([language], { type: "region" });

  /** @param {JSPrice} price */
  function price({ value, currencyCode }) {
    return new Intl.NumberFormat(language, { style: "currency", currency: currencyCode }).format(value);
  }

  /**
   * A length of time, such as `1 week`.
   * @param {JSPeriod} period
   */
  function period({ unit, numberOfUnits }) {
    return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(numberOfUnits);
  }

  /**
   * A price again and again, such as `€3.99 a month`.
   * @param {JSPrice} amount
   * @param {JSPeriod} every
   */
  function rate(amount, every) {
    return `${price(amount)} ${every.numberOfUnits === 1 ? `a ${every.unit}` : `every ${period(every)}`}`;
  }

  /**
   * What a product costs: at first, and then.
   * @param {JSProduct} product
   * @returns {{ first: string, then?: string, button: string }}
   */
  function offer({ price: usual, subscriptionPeriod: every, introductoryPrice: intro }) {
    if (!every) return { first: price(usual), button: price(usual) };
    const regular = rate(usual, every);
    if (!intro) return { first: regular, button: "Subscribe" };
    if (intro.price.value === 0) {
      return { first: `${period(intro.period)} free`, then: `then ${regular}`, button: `Try ${period(intro.period)}` };
    }
    const { unit, numberOfUnits } = intro.period;
    const time = numberOfUnits === 1 ? unit : period(intro.period);
    return { first: `${price(intro.price)} the first ${time}`, then: `then ${regular}`, button: "Subscribe" };
  }

  /** @param {string} code two letters */
  function country(code) {
    return countries.of(code) ?? code;
  }

  /** @param {number} number */
  function coins(number) {
    return number === 1 ? "1 coin" : `${number} coins`;
  }

  /**
   * A value as one would write it in a script, with products told by their names.
   * @param {any} value
   * @returns {string}
   */
  function written(value) {
    if (typeof value === "string") return JSON.stringify(isLong(value) ? `${value.slice(0, 4)}…` : value);
    if (typeof value !== "object" || value === null) return String(value);
    if (value instanceof Error) return `${value.name}: ${/** @type {BridgeError} */ (value).code}`;
    if (Array.isArray(value)) return list(value);
    if (isProduct(value)) return `/* ${value.localizedTitle} */`;
    if (isProduct(value.product)) return written(value.product);
    if (value.payment && value.transactionState) return transaction(value);
    return members(value);
  }

  /** @param {object} value */
  function members(value) {
    const texts = Object.entries(value).map(([field, member]) => `${field}: ${written(member)}`);
    return texts.length === 0 ? "{}" : `{ ${texts.join(", ")} }`;
  }

  /** @param {JSPaymentTransaction} transaction */
  function transaction({ id, transactionState, payment, error }) {
    return members({ id, transactionState, payment, ...(error && { error }) });
  }

  /** @param {any[]} values */
  function list(values) {
    if (values.length > 2 && values.every(isProduct)) return `[/* ${values.length} products */]`;
    if (values.length > 2) return `[${written(values[0])}, /* ${values.length - 1} more */]`;
    return `[${values.map(written).join(", ")}]`;
  }

  /** @param {any} value @returns {value is JSProduct} */
  function isProduct(value) {
    return typeof value?.productIdentifier === "string" && typeof value.localizedTitle === "string";
  }

  /**
   * Whether a text is nothing to read: ids and what is in base64.
   * @param {string} text
   */
  function isLong(text) {
    return /^[\da-f]{8}-[\da-f-]{27}$/i.test(text) || text.length > 40;
  }

  /**
   * Browsers coarsen their clock, some of them to whole milliseconds.
   * @param {number} milliseconds
   */
  function time(milliseconds) {
    if (milliseconds >= 9_950) return `${Math.round(milliseconds / 1000)} s`;
    return milliseconds < 0.5 ? "< 1 ms" : `${Math.round(milliseconds)} ms`;
  }

  return { price, offer, country, coins, written, time };
})();

"use strict";

/** Functions that return texts for prices, periods, durations and values. */
const lanternWords = (() => {
  const language = document.documentElement.lang;
  const countries = new Intl.DisplayNames([language], { type: "region" });

  /** @param {JSPrice} price */
  function price({ value, currencyCode }) {
    return new Intl.NumberFormat(language, { style: "currency", currency: currencyCode }).format(value);
  }

  /**
   * Returns the length of a period, such as `1 week`.
   * @param {JSPeriod} period
   */
  function period({ unit, numberOfUnits }) {
    return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(numberOfUnits);
  }

  /**
   * Returns the price of each period, such as `€3.99 a month`.
   * @param {JSPrice} amount
   * @param {JSPeriod} every
   */
  function rate(amount, every) {
    return `${price(amount)} ${every.numberOfUnits === 1 ? `a ${every.unit}` : `every ${period(every)}`}`;
  }

  /**
   * Returns the texts of an offer: the first price, the price after an introductory period, and the button's label.
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
   * Returns a value as JavaScript source. A product becomes a comment with its title, and long texts are shortened.
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
   * Returns whether a text is too long to show: an id, or a text of more than 40 characters, such as base64.
   * @param {string} text
   */
  function isLong(text) {
    return /^[\da-f]{8}-[\da-f-]{27}$/i.test(text) || text.length > 40;
  }

  /**
   * Returns a duration as text, without decimals, because some browsers round their clock to whole milliseconds.
   * @param {number} milliseconds
   */
  function time(milliseconds) {
    if (milliseconds >= 9_950) return `${Math.round(milliseconds / 1000)} s`;
    return milliseconds < 0.5 ? "< 1 ms" : `${Math.round(milliseconds)} ms`;
  }

  return { price, offer, country, coins, written, time };
})();

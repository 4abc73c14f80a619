"use strict";

/** Functions that return texts for prices, dates, durations and lists. */
const tideWords = (() => {
  const language = document.documentElement.lang;

  /** @param {JSPrice} price */
  function price({ value, currencyCode }) {
    return new Intl.NumberFormat(language, { style: "currency", currency: currencyCode }).format(value);
  }

  /**
   * Returns the price of a product, such as `€2.99 a month`.
   * @param {JSProduct} product
   */
  function cost({ price: amount, subscriptionPeriod: every }) {
    if (!every) return price(amount);
    const { unit, numberOfUnits } = every;
    const length = new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" });
    return `${price(amount)} ${numberOfUnits === 1 ? `a ${unit}` : `every ${length.format(numberOfUnits)}`}`;
  }

  const days = new Intl.DateTimeFormat(language, { weekday: "long", day: "numeric", month: "long", year: "numeric" });
  const ends = new Intl.DateTimeFormat(language, { day: "numeric", month: "long", year: "numeric" });
  const names = new Intl.ListFormat(language, { type: "conjunction" });

  /**
   * Returns a duration as text, without decimals, because some browsers round their clock to whole milliseconds.
   * @param {number} milliseconds
   */
  function time(milliseconds) {
    if (milliseconds >= 9_950) return `${Math.round(milliseconds / 1000)} s`;
    return milliseconds < 0.5 ? "< 1 ms" : `${Math.round(milliseconds)} ms`;
  }

  return {
    cost,
    time,
    /** @param {Date} date */
    day: (date) => days.format(date),
    /** @param {Date} date */
    end: (date) => ends.format(date),
    /** @param {string[]} list */
    list: (list) => names.format(list),
    /** @param {number} number @param {string} one @param {string} [many] */
    count: (number, one, many = `${one}s`) => `${number} ${number === 1 ? one : many}`,
  };
})();

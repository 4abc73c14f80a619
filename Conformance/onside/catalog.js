"use strict";

/** The products of `shop.storekit`, as a page must see them. */
const onsideCatalog = (() => {
  /** @param {number} value @returns {JSPrice} */
  const euros = (value) => ({ value, currencyCode: "EUR" });

  const subscriptionGroupIdentifier = "C0F0B001";

  /** @type {JSProduct[]} */
  const products = [
    {
      productIdentifier: "conformance.coins", localizedTitle: "Coins", localizedDescription: "As often as you like.",
      price: euros(0.99),
    },
    {
      productIdentifier: "conformance.lifetime", localizedTitle: "Lifetime",
      localizedDescription: "Once & for “ever” <b>\\o/</b> – 永遠に 😀", price: euros(1099),
    },
    {
      productIdentifier: "conformance.season", localizedTitle: "Season", localizedDescription: "One season, once.",
      price: euros(12),
    },
    {
      productIdentifier: "conformance.monthly", localizedTitle: "Monthly", localizedDescription: "Month by month.",
      price: euros(4.99), subscriptionGroupIdentifier, subscriptionPeriod: { unit: "month", numberOfUnits: 1 },
      introductoryPrice: { price: euros(0), period: { unit: "week", numberOfUnits: 2 } },
      discountedPrice: { price: euros(2.5), period: { unit: "month", numberOfUnits: 1 } },
    },
    {
      productIdentifier: "conformance.yearly", localizedTitle: "Yearly", localizedDescription: "Year by year.",
      price: euros(49.99), subscriptionGroupIdentifier, subscriptionPeriod: { unit: "year", numberOfUnits: 1 },
    },
  ];

  /** A product that is for sale, but that the suite never loads. */
  const neverLoaded = "conformance.never_loaded";

  return { products, neverLoaded, countryCode: "DE" };
})();

"use strict";

/** The checks of values from the app. An optional field is either absent or valid, and never null. */
const onsideShapes = (() => {
  const units = ["day", "week", "month", "year"];
  const states = ["purchasing", "purchased", "restored", "failed"];
  const errors = ["cancelled", "presentationFailed"];

  /**
   * Returns the faults in the fields of an object. Each field is checked, and no others are allowed. A field whose name
   * ends with `?` is optional.
   * @param {string} label
   * @param {any} value
   * @param {{ [name: string]: (value: any, label: string) => string[] }} fields
   * @returns {string[]}
   */
  function fieldFaults(label, value, fields) {
    if (!isPlainObject(value)) return [`${label} is ${describeShape(value)}`];
    const known = Object.keys(fields).map((name) => name.replace("?", ""));
    const strange = Object.keys(value).filter((name) => !known.includes(name));
    return [
      ...strange.map((name) => `${label} has the field ${name}`),
      ...Object.entries(fields).flatMap(([field, faults]) => {
        const name = field.replace("?", "");
        if (!(name in value)) return field.endsWith("?") ? [] : [`${label} has no ${name}`];
        return faults(value[name], `${label}.${name}`);
      }),
    ];
  }

  /** @param {(value: any) => boolean} isRight @param {string} what */
  const check = (isRight, what) => (/** @type {any} */ value, /** @type {string} */ label) =>
    isRight(value) ? [] : [`${label} is ${describeShape(value)}, not ${what}`];

  const text = check((value) => typeof value === "string", "text");
  const name = check((value) => typeof value === "string" && value !== "", "text");
  const amount = check((value) => Number.isFinite(value) && value >= 0, "an amount");
  const count = check((value) => Number.isInteger(value) && value > 0, "a count");
  const currency = check((value) => /^[A-Z]{3}$/.test(value), "an ISO 4217 code");
  const country = check((value) => /^[A-Z]{2}$/.test(value), "two capital letters");
  const url = check((value) => typeof value === "string" && /^[a-z][a-z\d+.-]*:/i.test(value), "an absolute URL");
  const uuid = check((value) => /^[\dA-F]{8}(-[\dA-F]{4}){3}-[\dA-F]{12}$/.test(value), "a UUID in capitals");
  const unit = check((value) => units.includes(value), units.join(", "));
  const state = check((value) => states.includes(value), states.join(", "));

  /** @param {any} value @param {string} label */
  const price = (value, label) => fieldFaults(label, value, { value: amount, currencyCode: currency });
  /** @param {any} value @param {string} label */
  const period = (value, label) => fieldFaults(label, value, { unit, numberOfUnits: count });
  /** @param {any} value @param {string} label */
  const pricePeriod = (value, label) => fieldFaults(label, value, { price, period });

  /** @param {any} value @param {string} [label] */
  const product = (value, label = "the product") => fieldFaults(label, value, {
    productIdentifier: name, localizedTitle: text, localizedDescription: text, "iconUrl?": url, price,
    "subscriptionGroupIdentifier?": name, "subscriptionPeriod?": period, "introductoryPrice?": pricePeriod,
    "discountedPrice?": pricePeriod,
  });

  /** @param {any} value @param {string} [label] */
  const storefront = (value, label = "the storefront") => fieldFaults(label, value, { id: name, countryCode: country });
  /** @param {any} value @param {string} label */
  const payment = (value, label) => fieldFaults(label, value, { product, "appAccountToken?": text });
  /** @param {any} value @param {string} label */
  const failure = (value, label) => onsideErrors.caseFaults(label, value, ...errors);

  /** @param {any} value @param {string} [label] */
  function transaction(value, label = "the transaction") {
    const faults = fieldFaults(label, value, {
      id: uuid, "transactionIdentifier?": name, "originalTransactionIdentifier?": name, payment,
      transactionState: state, storefront, "error?": failure,
    });
    const hasError = value?.error !== undefined;
    const isFailed = value?.transactionState === "failed";
    if (hasError === isFailed) return faults;
    return [...faults, `${label} is ${value?.transactionState} ${hasError ? "with" : "without"} an error`];
  }

  /** @param {any} value */
  const products = (value) => fieldFaults("the answer", value, {
    products: (list, label) => listFaults(list, label, product),
    invalidProductIdentifiers: (list, label) => listFaults(list, label, text),
  });

  /**
   * @param {any} list
   * @param {string} label
   * @param {(value: any, label: string) => string[]} faults
   */
  function listFaults(list, label, faults) {
    if (!Array.isArray(list)) return [`${label} is ${describeShape(list)}`];
    return list.flatMap((value, place) => faults(value, `${label}[${place}]`));
  }

  /** @param {any} value */
  const attribution = (value) => fieldFaults("the answer", value, { "refererUrl?": url });

  return { product, products, storefront, transaction, listFaults, attribution };
})();

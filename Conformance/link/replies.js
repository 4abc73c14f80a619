"use strict";

/** The suite's checks of replies. */
const linkReply = (() => {
  /**
   * Describes the outcome of a request.
   * @param {ConformanceOutcome} outcome
   */
  function words(outcome) {
    const { kind, value } = outcome;
    if (kind === "threw") return `sending it threw ${describeError(value)}`;
    if (kind !== "resolved" || !isPlainObject(value)) return describeOutcome(outcome);
    const { data, error } = value;
    if (!error) return `answered ${describeShape(data)}`;
    return `answered with the error ${typeof error.type === "string" ? error.type.slice(0, 40) : describeShape(error)}`;
  }

  /**
   * Returns a fault unless an outcome is an error of one of these types.
   * @param {string} label
   * @param {ConformanceOutcome} outcome
   * @param {...LinkWalletErrorType} types
   * @returns {string[]}
   */
  function errorFaults(label, outcome, ...types) {
    if (outcome.kind === "resolved" && types.includes(outcome.value?.error?.type)) return [];
    return [`${label}: ${words(outcome)}, not with ${types.join(" or ")}`];
  }

  /**
   * Fails unless each of these requests is answered with an error of one of the types.
   * @param {{ [label: string]: Promise<ConformanceOutcome> }} requests
   * @param {...LinkWalletErrorType} types
   */
  async function expectEach(requests, ...types) {
    const labels = Object.keys(requests);
    const outcomes = await Promise.all(Object.values(requests));
    failOn(outcomes.flatMap((outcome, place) => errorFaults(labels[place], outcome, ...types)));
    return `${labels.length === 1 ? "" : `${labels.length} requests, each `}answered with ${types.join(" or ")}`;
  }

  /**
   * Sends the command once with each of these data, and fails unless each answer is an error of this type.
   * @param {LinkCommand} command
   * @param {LinkWalletErrorType} type
   * @param {{ [label: string]: any }} data
   */
  function expectErrors(command, type, data) {
    const requests = Object.entries(data).map(([label, each]) => [`${command}, ${label}`, wallet.ask(command, each)]);
    return expectEach(Object.fromEntries(requests), type);
  }

  /**
   * Sends a request and returns the data of the answer; skips the rule if the user or the wallet's simulated answer
   * refuses.
   * @param {string} command
   * @param {any} [data]
   * @param {object} [fields] more of the envelope
   */
  async function success(command, data, fields) {
    const isTold = wallet.answer !== undefined;
    if (isTold && wallet.answer !== "approve") conformance.skip(
      "this wallet's simulated user does not approve; see ?answer=approve");
    const outcome = await wallet.ask(command, data, fields);
    const type = outcome.value?.error?.type;
    if (!isTold && type === "CANCELED") conformance.skip("the user refused; see ?answer=approve");
    if (outcome.kind !== "resolved" || outcome.value?.error) throw new Error(`${command}: ${words(outcome)}`);
    return outcome.value.data;
  }

  /**
   * Fails unless these members are non-empty texts.
   * @param {string} command
   * @param {any} data
   * @param {...string} members
   */
  function expectTexts(command, data, ...members) {
    if (!isPlainObject(data)) throw new Error(`${command} gave ${describeShape(data)}, not an object`);
    failOn(
      members.flatMap((member) => {
        const isText = typeof data[member] === "string" && data[member] !== "";
        return isText ? [] : [`${command} gave ${describeShape(data)}: ${member} is not a string`];
      }),
    );
    return describeShape(data);
  }

  /**
   * Fails unless a command is answered with data in which these members are non-empty texts.
   * @param {string} command
   * @param {any} data the data of the request
   * @param {...string} members
   */
  async function expectSuccess(command, data, ...members) {
    return expectTexts(command, await success(command, data), ...members);
  }

  /**
   * Sends a command once for each of these values of a member, and fails unless each answer has the expected data.
   * @param {LinkCommand} command
   * @param {string} member
   * @param {any[]} values
   * @param {...string} members the members of the answers that must be non-empty texts
   */
  async function expectSuccesses(command, member, values, ...members) {
    if (wallet.answer !== "approve") {
      return conformance.skip(`needs the user's answer ${values.length} times; see ?answer=approve`);
    }
    const variants = Object.values(linkVariantsWith(await linkSample(command), member, values));
    await Promise.all(variants.map((data) => expectSuccess(command, data, ...members)));
    return values.join(", ");
  }

  /**
   * Returns the error with which the wallet answers a command; skips the rule unless its simulated answer is `state`.
   * @param {string} state the simulated answer
   * @param {string} command
   */
  async function errorIn(state, command) {
    if (wallet.answer !== state) conformance.skip(`this wallet has other settings; see ?answer=${state}`);
    const outcome = await wallet.ask(command, await linkSample(command));
    if (outcome.kind !== "resolved") throw new Error(`${command}: ${words(outcome)}`);
    return outcome.value?.error;
  }

  return {
    words, errorFaults, expectEach, expectErrors, success, expectTexts, expectSuccess, expectSuccesses, errorIn,
  };
})();

"use strict";

/** The suite's checks of responses, and the states of the cameras that its options name. */
const gbgAnswers = (() => {
  /** @type {GBGStatus[]} */
  const statuses = ["success", "error", "cancelled", "unsupported", "acknowledged"];

  /** For each public error code, whether the error is recoverable. */
  const isRecoverable = new Map(Object.entries(/** @type {Record<GBGRecoverableCode | GBGLastingCode, boolean>} */ ({
    UNSUPPORTED: false, PERMISSION_DENIED: true, CANCELLED: true, TIMEOUT: true, BUSY: true, INVALID_REQUEST: false,
    INTERNAL_ERROR: false, VERSION_MISMATCH: false,
  })));

  /**
   * The two cameras, each in the state that the page's options give: `file` (it returns a picture), `cancel` (its user
   * cancels), `error` (it fails), `disabled` (it is switched off), `none` (it has no handler).
   */
  const slots = ["document", "selfie"].map((name) => {
    const state = conformance.option(name);
    const action = `camera.${name}.capture`;
    /** @param {any} [data] */
    const request = (data) => gbg.request(action, data);
    return { name, id: `camera.${name}`, action, state, request };
  });

  /**
   * Returns the cameras that are in one of these states; skips the rule if there is none.
   * @param {...string} states
   */
  function slotsThat(...states) {
    const found = slots.filter(({ state }) => state !== undefined && states.includes(state));
    if (found.length > 0) return found;
    return conformance.skip(`this host has no camera with this setting; see ?document=${states[0]}`);
  }

  /** Returns the cameras that have a handler which answers. */
  const working = () => slotsThat("file", "cancel", "error");

  /**
   * Returns the faults in a response's envelope, for any status. Version and time are not checked: separate rules check
   * them, so that a fault there does not make every other rule fail.
   * @param {any} answer
   * @param {any} request
   * @returns {string[]}
   */
  function envelopeFaults(answer, request) {
    if (!isPlainObject(answer?.payload)) return [`the response is ${describeShape(answer)}`];
    const { type, correlationId, payload } = answer;
    /** @type {[string, boolean][]} */
    const checks = [
      [`type is ${JSON.stringify(type)}`, type === "response"],
      ["correlationId is not the request's", correlationId === request.correlationId],
      ["payload.action is not the request's", payload.action === request.payload?.action],
      [`payload.status is ${JSON.stringify(payload.status)}`, statuses.includes(payload.status)],
    ];
    return checks.filter(([, isMet]) => !isMet).map(([fault]) => fault);
  }

  /**
   * Returns the faults in an `error`.
   * @param {any} error
   * @param {GBGErrorCode} [code] the expected code
   * @returns {string[]}
   */
  function errorFaults(error, code) {
    if (!isPlainObject(error)) return [`error is ${describeShape(error)}`];
    /** @type {[string, boolean][]} */
    const checks = [
      [`error.code is ${JSON.stringify(error.code)}${code ? ` and not ${code}` : ""}`,
        typeof error.code === "string" && (code === undefined || error.code === code)],
      [`error.message is ${describeShape(error.message)}`, typeof error.message === "string" && error.message !== ""],
      [`error.recoverable is ${describeShape(error.recoverable)}`, typeof error.recoverable === "boolean"],
      [`recoverable is ${error.recoverable} for the code ${error.code}`,
        (isRecoverable.get(error.code) ?? error.recoverable) === error.recoverable],
    ];
    return checks.filter(([, isMet]) => !isMet).map(([fault]) => fault);
  }

  /** The actions whose successful responses must have data. For a custom capability, data is optional. */
  const tellingActions = ["capability.query", ...slots.map(({ action }) => action)];

  /**
   * Returns whether the data of a success is valid for its action.
   * @param {any} action
   * @param {any} data
   */
  function isToldBy(action, data) {
    return isPlainObject(data) || (data === undefined && !tellingActions.includes(action));
  }

  /**
   * Returns the data of an answer, and fails unless the answer is a success. The data is undefined only if the action
   * needs none.
   * @param {any} answer
   * @param {any} request
   */
  function successOf(answer, request) {
    failOn(envelopeFaults(answer, request));
    const { action, status, data, error } = answer.payload;
    if (status !== "success") throw new Error(`${status}, with ${describeShape(error)}`);
    if (!isToldBy(action, data)) throw new Error(`success, with ${describeShape(data)} for data`);
    if (error !== undefined) throw new Error(`success, with ${describeShape(error)} for error`);
    return data;
  }

  /**
   * Returns the error of an answer, and fails unless the answer has this status and code.
   * @param {any} answer
   * @param {any} request
   * @param {string} status
   * @param {GBGErrorCode} [code]
   */
  function refusalOf(answer, request, status, code) {
    failOn(envelopeFaults(answer, request));
    const { status: found, data, error } = answer.payload;
    if (found !== status) throw new Error(`the status is "${found}" and not "${status}"`);
    failOn(errorFaults(error, code));
    if (data !== undefined) throw new Error(`${status}, with ${describeShape(data)} for data`);
    return error;
  }

  /**
   * Sends `capability.query` and returns the data of the answer.
   * @param {any} [message]
   * @param {boolean} [isText]
   */
  async function query(message = gbg.request("capability.query"), isText = false) {
    return successOf(await gbg.answer(message, isText), message);
  }

  return { statuses, slots, slotsThat, working, envelopeFaults, errorFaults, isToldBy, successOf, refusalOf, query };
})();

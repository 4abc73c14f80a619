"use strict";

/** What the suite expects of responses, and of the cameras that its options name. */
const gbgAnswers = (() => {
  /** @type {GBGStatus[]} */
  const statuses = ["success", "error", "cancelled", "unsupported", "acknowledged"];

  /** Whether an error of each public code may go away. */
  const isRecoverable = new Map(Object.entries(/** @type {Record<GBGRecoverableCode | GBGLastingCode, boolean>} */ ({
    UNSUPPORTED: false, PERMISSION_DENIED: true, CANCELLED: true, TIMEOUT: true, BUSY: true, INVALID_REQUEST: false,
    INTERNAL_ERROR: false, VERSION_MISMATCH: false,
  })));

  /**
   * The typed slots, each in the state that the page's address names: `file` (it gives a picture), `cancel` (its user
   * gives up), `error` (it fails), `disabled` (it is switched off), `none` (there is no handler).
   */
  const slots = ["document", "selfie"].map((name) => {
    const state = conformance.option(name);
    const action = `camera.${name}.capture`;
    /** @param {any} [data] */
    const request = (data) => gbg.request(action, data);
    return { name, id: `camera.${name}`, action, state, request };
  });

  /**
   * The slots in one of these states; skips if there is none.
   * @param {...string} states
   */
  function slotsThat(...states) {
    const found = slots.filter(({ state }) => state !== undefined && states.includes(state));
    if (found.length > 0) return found;
    return conformance.skip(`no camera of this host is said to be so; see ?document=${states[0]}`);
  }

  /** Slots that have a handler which answers. */
  const working = () => slotsThat("file", "cancel", "error");

  /**
   * What is wrong with a response, whatever it says. Its version and time have rules of their own, that are not to fail
   * every other.
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
   * What is wrong with an `error`.
   * @param {any} error
   * @param {GBGErrorCode} [code] the one that is expected
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
      [`${error.code} says recoverable: ${error.recoverable}`,
        (isRecoverable.get(error.code) ?? error.recoverable) === error.recoverable],
    ];
    return checks.filter(([, isMet]) => !isMet).map(([fault]) => fault);
  }

  /** The actions whose successes say something; that of a custom capability need not. */
  const tellingActions = ["capability.query", ...slots.map(({ action }) => action)];

  /**
   * Whether a success has the data that its action wants.
   * @param {any} action
   * @param {any} data
   */
  function isToldBy(action, data) {
    return isPlainObject(data) || (data === undefined && !tellingActions.includes(action));
  }

  /**
   * The data of an answer that must be a success; undefined only where none are wanted.
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
   * The error of an answer that must be a refusal.
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
   * Asks what the host can do.
   * @param {any} [message]
   * @param {boolean} [isText]
   */
  async function query(message = gbg.request("capability.query"), isText = false) {
    return successOf(await gbg.answer(message, isText), message);
  }

  return { statuses, slots, slotsThat, working, envelopeFaults, errorFaults, isToldBy, successOf, refusalOf, query };
})();

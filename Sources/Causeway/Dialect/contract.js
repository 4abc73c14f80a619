/**
 * Returns the contract of the app, which is parsed when it is used for the first time.
 *
 * @param {string} text
 */
function causewayContract(text) {
  const { parse } = JSON;
  const { freeze, hasOwn } = Object;
  const { ownKeys } = Reflect;

  /**
   * The contract for the bridge itself. Pages do not get it, so they cannot change it.
   * @type {any}
   */
  let contract;
  /** @type {any} */
  let published;
  /** @type {{ [name: string]: any }} */
  const capabilities = Object.create(null);
  const checkOf = causewayChecks();

  function load() {
    if (contract) return;
    contract = parse(text);
    each("members", (member) => {
      if (member.caller === "page") capabilities[member.name] ??= member;
    });
  }

  /** @param {any} object @param {string} name */
  const own = (object, name) => (hasOwn(object, name) ? object[name] : undefined);

  /** @param {"members" | "errors"} list @param {(item: any) => void} use */
  function each(list, use) {
    load();
    const items = own(contract, list);
    for (let index = 0; index < (items?.length ?? 0); index += 1) use(items[index]);
  }

  /** @param {any} value */
  function freezeAll(value) {
    if (typeof value !== "object" || value === null) return value;
    const keys = ownKeys(value);
    for (let index = 0; index < keys.length; index += 1) freezeAll(value[keys[index]]);
    return freeze(value);
  }

  return {
    /** Returns the contract for the page, frozen. */
    value() {
      return (published ??= freezeAll(parse(text)));
    },
    /**
     * Returns whether the contract has a function or stream of this name that pages can call, or an event that they can
     * send.
     * @param {string} name
     */
    offers(name) {
      load();
      return capabilities[name] !== undefined;
    },
    each,
    own,
    /**
     * Returns the check of a member's content; `undefined` if every value is allowed.
     * @param {any} content a schema, `"bytes"`, or nothing
     */
    check(content) {
      load();
      return typeof content === "object" ? checkOf(own(contract, "$defs"), content) : undefined;
    },
  };
}

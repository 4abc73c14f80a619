import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import { GBGRefusal, LinkRefusal, mockGBG, mockLink, mockOnside, mockToday, OnsideError } from "causeway/testing";

const page = /** @type {any} */ (globalThis);
/** @type {{ remove(): void }[]} */
const mocks = [];
/** @template {{ remove(): void }} T @param {T} mock @returns {T} */
function keep(mock) {
  mocks.push(mock);
  return mock;
}
const globals = Object.getOwnPropertyNames(globalThis).length;

afterEach(() => {
  while (mocks.length > 0) mocks.pop()?.remove();
  assert.equal(Object.getOwnPropertyNames(globalThis).length, globals, "a mock leaves no global behind");
});

describe("Today", () => {
  /** @param {string} platform */
  const channel = (platform) =>
    platform === "ios" || platform === "macos" ? page.webkit.messageHandlers.todayWebViewBridge : page.todayWebViewBridge;

  for (const platform of /** @type {const} */ (["ios", "macos", "android", "windows"])) {
    test(`on ${platform}, the page gets the results, and the contract's answers for failures`, async () => {
      const fail = () => { throw new Error("The session is over."); };
      const { functions } = keep(mockToday({ headers: () => ({ "X-App": "1" }) }, { platform }));
      const bridge = channel(platform);
      assert.equal(page.__todayWebView.platform, platform);
      assert.deepEqual(await bridge.postMessage({ type: "headers" }), { "X-App": "1" });
      assert.equal(await bridge.postMessage({ type: "unknown" }), undefined);
      Object.assign(functions, { headers: fail, refreshToken: fail, establishSession: fail, track: fail });
      assert.deepEqual(await bridge.postMessage({ type: "headers" }), {});
      assert.deepEqual(await bridge.postMessage({ type: "establishSession" }), { ok: false });
      assert.equal(await bridge.postMessage({ type: "track", ename: "opened" }), undefined);
      await assert.rejects(bridge.postMessage({ type: "refreshToken" }), /The session is over/);
    });
  }
});

describe("GBGBridge", () => {
  for (const platform of /** @type {const} */ (["ios", "android"])) {
    test(`on ${platform}, responses and events reach receive`, async () => {
      const mock = keep(mockGBG({
        "camera.selfie.capture": (_, { acknowledge }) => {
          acknowledge();
          return { imageData: "AA==", mimeType: "image/png", width: 1, height: 1 };
        },
        "camera.document.capture": () => { throw new GBGRefusal("CANCELLED", "The user cancelled."); },
      }, { platform }));
      /** @type {any[]} */
      const received = [];
      /** @type {() => void} */
      let wake = () => {};
      page.GBGBridge.receive = (/** @type {any} */ message) => { received.push(message); wake(); };
      const until = async (/** @type {number} */ count) => {
        while (received.length < count) await new Promise((resolve) => (wake = () => resolve(undefined)));
      };
      const post = (/** @type {string} */ correlationId, /** @type {string} */ action) => {
        const message = { type: "request", correlationId, payload: { action } };
        if (platform === "ios") page.webkit.messageHandlers.gbgBridge.postMessage(message);
        else page.GBGBridge.postMessage(JSON.stringify(message));
      };
      post("1", "camera.selfie.capture");
      await until(2);
      assert.deepEqual(received.map(({ payload }) => payload.status), ["acknowledged", "success"]);
      assert.equal(received[1].payload.data.mimeType, "image/png");
      post("2", "camera.document.capture");
      post("3", "nfc.read");
      await until(4);
      assert.deepEqual(received.slice(2).map(({ correlationId, payload }) => [correlationId, payload.status]), [["2", "cancelled"], ["3", "unsupported"]]);
      mock.send("host.background");
      await until(5);
      assert.match(received[4].correlationId, new RegExp(`^${platform}-event-`));
      assert.equal(mock.messages.length, 3);
    });
  }
});

describe("Link", () => {
  for (const platform of /** @type {const} */ (["ios", "android"])) {
    test(`on ${platform}, replies reach receiveMessage`, async () => {
      if (platform === "ios") page._bitcoinWalletApi = {};
      keep(mockLink({
        getAddress: ({ protocol }) => ({ address: `${protocol}:q` }),
        sendAssets: () => { throw new LinkRefusal("CANCELED", "The user refused."); },
      }, { platform }));
      const reply = () => new Promise((resolve) => (page._bitcoinWalletApi.receiveMessage = resolve));
      const send = (/** @type {any} */ message) =>
        platform === "ios"
          ? page.webkit.messageHandlers.sendMessageHandler.postMessage(message)
          : page._bitcoinWalletApi.messageHandler(JSON.stringify(message));
      let next = reply();
      send({ messageId: "1", command: "getAddress", data: { protocol: "BCH" } });
      assert.deepEqual(await next, { messageId: "1", command: "getAddress", data: { address: "BCH:q" } });
      next = reply();
      send({ messageId: "2", command: "sendAssets", data: {} });
      assert.deepEqual((await next).error, { type: "CANCELED", description: "The user refused." });
      next = reply();
      send({ messageId: "3", command: "mine" });
      assert.equal((await next).error.type, "PROTOCOL_ERROR");
      if (platform === "ios") delete page._bitcoinWalletApi;
    });
  }
});

describe("Onside", () => {
  test("a page buys, and its callbacks get the transactions", async () => {
    const product = { productIdentifier: "coins.100" };
    const mock = keep(mockOnside({
      loadProducts: () => ({ products: [product], invalidProductIdentifiers: [] }),
      purchase: async () => {
        await mock.send("onTransactionsUpdated", [{ id: "1", transactionState: "purchased", payment: { product } }]);
      },
    }));
    await page.onside.initializeOnside("v1");
    /** @type {any[]} */
    const updates = [];
    page.onside.onTransactionsUpdated = (/** @type {any} */ transactions) => updates.push(...transactions);
    assert.deepEqual((await page.onside.loadProducts({ productIdentifiers: ["coins.100"] })).products, [product]);
    await page.onside.purchase({ productIdentifier: "coins.100" });
    assert.equal(updates[0].transactionState, "purchased");
    assert.deepEqual(mock.calls.map(({ method }) => method), ["initializeOnside", "loadProducts", "purchase"]);
  });

  test("errors have the protocol's form, and calls before initializeOnside reject", async () => {
    keep(mockOnside({ requestLogin: () => { throw new OnsideError("loginDiscarded"); } }));
    await assert.rejects(page.onside.getTransactions(), { name: "BridgeError", code: "notInitialized" });
    await assert.rejects(page.onside.initializeOnside("v2"), { code: "unsupportedVersion" });
    await page.onside.initializeOnside("v1");
    const error = await page.onside.requestLogin().then(() => undefined, (/** @type {any} */ reason) => reason);
    assert.deepEqual(error, { loginDiscarded: {} });
  });

  test("an error can have the form of the page, in OnsideError and as it is thrown", async () => {
    const { functions } = keep(mockOnside());
    await page.onside.initializeOnside("v1");
    for (const error of [new OnsideError({ loginDiscarded: {} }), { loginDiscarded: {} }]) {
      functions.requestLogin = () => { throw error; };
      const reason = await page.onside.requestLogin().then(() => undefined, (/** @type {any} */ thrown) => thrown);
      assert.deepEqual(reason, { loginDiscarded: {} });
    }
  });

  test("an error without a case, or with two, is refused", () => {
    for (const form of [undefined, "", 7, null, {}, { loginDiscarded: {}, cancelled: {} }, { loginDiscarded: true }]) {
      assert.throws(() => new OnsideError(/** @type {any} */ (form)), { name: "TypeError", message: /loginDiscarded/ });
    }
  });

  test("the answer of shouldContinueTransaction reaches the test", async () => {
    const mock = keep(mockOnside());
    await page.onside.initializeOnside("v1");
    assert.equal(await mock.ask({}), true);
    page.onside.shouldContinueTransaction = async () => false;
    assert.equal(await mock.ask({}), false);
  });
});

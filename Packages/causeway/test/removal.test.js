import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import { GBGRefusal, mockCauseway, mockGBG, mockLink, mockOnside, mockToday } from "causeway/testing";

const page = /** @type {any} */ (globalThis);
const globals = Reflect.ownKeys(globalThis).map(String).sort();

/** @type {{ remove(): void }[]} */
let mocks = [];
/** @template {{ remove(): void }} T @param {T} mock @returns {T} */
function keep(mock) {
  mocks.push(mock);
  return mock;
}

afterEach(() => {
  for (const mock of mocks) mock.remove();
  mocks = [];
  delete page.window;
  assert.deepEqual(Reflect.ownKeys(globalThis).map(String).sort(), globals, "the mocks leave the globals as they were");
});

/** @param {any} scope the page's `window` */
const handlers = (scope) => scope.webkit.messageHandlers;

/**
 * Every mock on every platform: how a test installs it, and how a page uses it. `use` rejects if the page does not find
 * the bridge of this mock.
 * @type {{ [name: string]: { install: (number: number) => { remove(): void }, use: (scope: any, number: number) => Promise<void> } }}
 */
const kinds = {
  causeway: {
    install: (number) => mockCauseway({ number: () => number }),
    use: async (scope, number) => assert.equal(await scope.causeway.call("number"), number),
  },
  onside: {
    install: (number) => mockOnside({ getTransactions: () => [{ id: String(number) }] }),
    async use(scope, number) {
      await scope.onside.initializeOnside("v1");
      assert.deepEqual(await scope.onside.getTransactions(), [{ id: String(number) }]);
    },
  },
};
for (const platform of /** @type {const} */ (["ios", "macos", "android", "windows"])) {
  kinds[`today on ${platform}`] = {
    install: (number) => mockToday({ headers: () => ({ number: String(number) }) }, { platform }),
    async use(scope, number) {
      const isApple = platform === "ios" || platform === "macos";
      const bridge = isApple ? handlers(scope).todayWebViewBridge : scope.todayWebViewBridge;
      assert.deepEqual(await bridge.postMessage({ type: "headers" }), { number: String(number) });
    },
  };
}
for (const platform of /** @type {const} */ (["ios", "android"])) {
  kinds[`gbg on ${platform}`] = {
    install: (number) => mockGBG({ count: () => ({ number }) }, { platform }),
    async use(scope, number) {
      /** @type {any} */
      const response = await new Promise((resolve) => {
        scope.GBGBridge.receive = resolve;
        const message = { type: "request", correlationId: "1", payload: { action: "count" } };
        if (platform === "ios") handlers(scope).gbgBridge.postMessage(message);
        else scope.GBGBridge.postMessage(JSON.stringify(message));
      });
      assert.deepEqual(response.payload.data, { number });
    },
  };
  kinds[`link on ${platform}`] = {
    install: (number) => mockLink({ count: () => number }, { platform }),
    async use(scope, number) {
      const api = (scope._bitcoinWalletApi ??= {});
      try {
        /** @type {any} */
        const reply = await new Promise((resolve) => {
          api.receiveMessage = resolve;
          const message = { messageId: "1", command: "count" };
          if (platform === "ios") handlers(scope).sendMessageHandler.postMessage(message);
          else api.messageHandler(JSON.stringify(message));
        });
        assert.equal(reply.data, number);
      } finally {
        // On iOS the page makes this object, and no mock removes it.
        if (platform === "ios" && !Object.hasOwn(api, "messageHandler")) delete scope._bitcoinWalletApi;
      }
    },
  };
}

/** Returns whether two mocks define the same bridge, so that a page finds only the newer one. @param {string} one @param {string} other */
function isSameBridge(one, other) {
  if (one === other) return true;
  const apple = ["today on ios", "today on macos"];
  const shim = ["today on android", "today on windows"];
  return [apple, shim].some((names) => names.includes(one) && names.includes(other));
}

describe("two mocks", () => {
  for (const first of Object.keys(kinds)) {
    for (const second of Object.keys(kinds)) {
      for (const order of /** @type {const} */ (["the first one", "the second one"])) {
        test(`${first} and ${second}: removing ${order} leaves the other whole`, async () => {
          const one = keep(kinds[first].install(1));
          const two = keep(kinds[second].install(2));
          await kinds[second].use(page.window, 2);
          if (!isSameBridge(first, second)) await kinds[first].use(page.window, 1);
          const [removed, rest, number] = order === "the first one" ? [one, second, 2] : [two, first, 1];
          removed.remove();
          removed.remove();
          assert.equal(page.window, globalThis);
          await kinds[rest].use(page.window, number);
          await kinds[rest].use(globalThis, number);
        });
      }
    }
  }
});

test("three mocks of one bridge can be removed in every order", async () => {
  for (const order of [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]) {
    for (const { install, use } of Object.values(kinds)) {
      const three = [0, 1, 2].map((number) => keep(install(number)));
      const left = new Set([0, 1, 2]);
      for (const index of order) {
        await use(page.window, Math.max(...left));
        three[index].remove();
        left.delete(index);
      }
      assert.equal("window" in globalThis, false);
    }
  }
});

describe("what the page has", () => {
  test("objects of the page are left as they were", () => {
    const receive = () => {};
    page.GBGBridge = { receive };
    page._bitcoinWalletApi = { receiveMessage: receive };
    page.webkit = { messageHandlers: { own: { postMessage() {} } } };
    const removed = [mockGBG({}, { platform: "android" }), mockLink({}, { platform: "android" }), mockToday(), mockLink()];
    assert.deepEqual(Object.keys(handlers(page)), ["own", "todayWebViewBridge", "sendMessageHandler"]);
    for (const mock of removed) mock.remove();
    assert.deepEqual(page.GBGBridge, { receive });
    assert.deepEqual(page._bitcoinWalletApi, { receiveMessage: receive });
    assert.deepEqual(Object.keys(handlers(page)), ["own"]);
    for (const name of ["GBGBridge", "_bitcoinWalletApi", "webkit"]) delete page[name];
  });

  test("what the page assigns is kept for the mock below, and removed with the last mock", async () => {
    const first = keep(mockCauseway({ number: () => 1 }));
    page.causeway = "the page's own";
    const second = keep(mockCauseway({ number: () => 2 }));
    second.remove();
    assert.equal(page.causeway, "the page's own");
    first.remove();
    assert.equal("causeway" in page, false);
  });

  test("a frozen object of the page does not stop a mock", async () => {
    page.GBGBridge = Object.freeze({});
    const before = page.GBGBridge;
    const mock = keep(mockGBG({ count: () => { throw new GBGRefusal("BUSY", "Later."); } }, { platform: "android" }));
    assert.equal(typeof page.GBGBridge.postMessage, "function");
    mock.remove();
    assert.equal(page.GBGBridge, before);
    delete page.GBGBridge;
  });
});

describe("a window of the test", () => {
  for (const [name, { install, use }] of Object.entries(kinds)) {
    test(`${name}: the mock is in a window that the test has made before`, async () => {
      const own = {};
      page.window = own;
      const mock = keep(install(1));
      await use(page.window, 1);
      assert.equal(page.window, own);
      mock.remove();
      assert.equal(page.window, own);
      assert.deepEqual(Reflect.ownKeys(own), []);
    });

    test(`${name}: the mock is in a window that the test sets later`, async () => {
      const mock = keep(install(1));
      const own = {};
      page.window = own;
      assert.equal(page.window, own);
      await use(page.window, 1);
      const other = keep(install(2));
      await use(page.window, 2);
      other.remove();
      await use(page.window, 1);
      mock.remove();
      assert.equal(page.window, own);
      assert.deepEqual(Reflect.ownKeys(own), []);
    });
  }

  test("mocks from before and after the test has defined its window are both in it", async () => {
    const before = keep(mockToday({ headers: () => ({}) }));
    const own = {};
    Object.defineProperty(globalThis, "window", { value: own, configurable: true });
    const after = keep(mockLink());
    assert.deepEqual(Object.keys(handlers(page.window)), ["todayWebViewBridge", "sendMessageHandler"]);
    before.remove();
    assert.deepEqual(Object.keys(handlers(page.window)), ["sendMessageHandler"]);
    after.remove();
    assert.deepEqual(Reflect.ownKeys(own), []);
  });

  for (const value of [undefined, null]) {
    test(`a window that is ${value} is so again after the mock`, async () => {
      page.window = value;
      const mock = keep(mockCauseway({ number: () => 1 }));
      assert.equal(await page.window.causeway.call("number"), 1);
      mock.remove();
      assert.deepEqual(Reflect.getOwnPropertyDescriptor(globalThis, "window")?.value, value);
      assert.equal("window" in globalThis, true);
    });
  }

  test("a window that another library replaces and restores", async () => {
    const mock = keep(mockCauseway({ number: () => 1 }));
    const original = /** @type {PropertyDescriptor} */ (Object.getOwnPropertyDescriptor(globalThis, "window"));
    Object.defineProperty(globalThis, "window", { value: {}, configurable: true });
    Object.defineProperty(globalThis, "window", original);
    assert.equal(await page.window.causeway.call("number"), 1);
    mock.remove();
    assert.equal("window" in globalThis, false);
  });

  test("a window that is removed before the mock", () => {
    page.window = {};
    const mock = keep(mockCauseway());
    delete page.window;
    mock.remove();
    assert.equal("causeway" in page, false);
  });

  test("the package's module uses the bridge of the test's window", async () => {
    page.window = { document: {} };
    keep(mockCauseway({ number: () => 1 }));
    const { default: causeway } = await import("causeway");
    assert.equal(await causeway.call("number"), 1);
  });
});

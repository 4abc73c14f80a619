import Causeway
import CausewayJSON
import WebKit
import WebTestSupport
import XCTest

/// Pages that change the JavaScript built-ins under their streams.
@MainActor final class StreamAttackTests: XCTestCase {
  private var capabilities: [Capability] {
    [
      // Each stream has its own source, because two streams of one source would share its numbers.
      Capability(
        "count", policy: .everyone, streaming: { (count: Int, _: Call) in NumberSource().numbers(count) }),
      Capability(
        "file", policy: .everyone,
        streaming: { (count: Int, _: Call) in
          NumberSource().numbers(count).map { _ in Bytes([UInt8](repeating: 1, count: 1 << 20)) }
        }),
      Capability(
        "add", policy: .everyone,
        receiving: { (start: Int, values: PageValues<Int>, _: Call) in try await values.reduce(start, +) }),
      Capability(
        "measure", policy: .everyone,
        receiving: { (_: JSONValue, pieces: PageValues<Bytes>, _: Call) in
          try await pieces.reduce(0) { @Sendable count, piece in count + piece.count }
        }),
    ]
  }

  /// A script that uses streams of every kind, and writes the values that arrive into the title. The sources are made
  /// before the attack.
  private static let exercise = """
    {
      let seen = "";
      const { defineProperty } = Reflect;
      const { asyncIterator } = Symbol;
      const bytes = new Uint8Array(3 << 20).fill(1);
      const blob = new Blob([bytes]);
      const flow = new ReadableStream({ start(to) { to.enqueue(bytes); to.close(); } });
      let left = 3;
      const numbers = {
        next() { left -= 1; return { value: 5, done: left < 0 }; },
        [asyncIterator]() { return this; },
      };
      window.notice = (name) => { seen += " " + name; };
      window.trap = (name) => function () { notice(name); throw new TypeError("trapped " + name); };
      window.replace = (object, name, value) =>
        defineProperty(object, name, { __proto__: null, value, configurable: true, writable: true });
      window.spoil = (object, label) => {
        for (const name of Reflect.ownKeys(object)) {
          const { value, configurable } = Reflect.getOwnPropertyDescriptor(object, name);
          if (name !== "constructor" && configurable && typeof value === "function") {
            replace(object, name, trap(label + "." + (typeof name === "string" ? name : "symbol")));
          }
        }
      };
      window.exercise = async () => {
        causeway.handle("list", () => ({
          next() { left += 1; return { value: left, done: left > 2 }; },
          [asyncIterator]() { return this; },
        }));
        try {
          let read = "", size = 0;
          for await (const value of causeway.stream("count", 3)) read += value;
          for await (const piece of causeway.stream("file", 3)) size += piece.byteLength;
          const sum = await causeway.upload("add", 1, numbers);
          const ofBlob = await causeway.upload("measure", null, blob);
          const ofBytes = await causeway.upload("measure", null, bytes);
          const ofFlow = await causeway.upload("measure", null, flow);
          left = 0;
          document.title = `${read} ${size} ${sum} ${ofBlob} ${ofBytes} ${ofFlow}${seen}`;
        } catch (error) {
          document.title = `failed ${error.message}${seen}`;
        }
      };
    }
    """

  private func survives(_ attack: String, line: UInt = #line) async throws {
    let page = CausewayPage(capabilities)
    try await page.browser.open(
      """
      <head></head><body>
      <script>\(Self.exercise)</script><script>{ \(attack) }</script><script>exercise()</script>
      """)
    let title = try await within("the title") {
      let title = try await page.browser.webView.callAsyncJavaScript(
        "while (!document.title) await new Promise((resolve) => setTimeout(resolve)); return document.title;",
        arguments: [:], contentWorld: .world(name: "reader"))
      return title as? String ?? ""
    }
    let size = 3 << 20
    XCTAssertEqual(title, "012 \(size) 16 \(size) \(size) \(size)", line: line)
    let conversation = try page.conversation
    let values = try await within("the values") {
      var values: [Int] = []
      for try await value in try conversation.values("list", of: Int.self) { values.append(value) }
      return values
    }
    XCTAssertEqual(values, [1, 2], line: line)
    XCTAssertEqual(page.observations.count { $0.kind == .discarded }, 0, line: line)
  }

  func testWithoutAnAttackAllValuesArrive() async throws {
    try await survives("")
  }

  func testReplacingPromisesAndIteratorsHasNoEffect() async throws {
    try await survives(
      """
      const generator = Reflect.getPrototypeOf(async function* () {}).prototype;
      spoil(Reflect.getPrototypeOf(generator), "AsyncIterator"); spoil(generator, "AsyncGenerator");
      spoil(Promise.prototype, "Promise.prototype"); spoil(Promise, "Promise");
      const arrayIterator = Reflect.getPrototypeOf([][Symbol.iterator]());
      for (const name of ["Promise", "Symbol", "AbortController"]) replace(window, name, trap(name));
      spoil(arrayIterator, "ArrayIterator");
      """)
  }

  func testReplacingStreamsBlobsAndArraysHasNoEffect() async throws {
    try await survives(
      """
      spoil(ReadableStream.prototype, "ReadableStream"); spoil(ReadableStreamDefaultReader.prototype, "Reader");
      spoil(Blob.prototype, "Blob"); spoil(Response.prototype, "Response");
      spoil(Reflect.getPrototypeOf(Uint8Array.prototype), "TypedArray"); spoil(ArrayBuffer.prototype, "ArrayBuffer");
      replace(ArrayBuffer, "isView", trap("isView"));
      for (const name of ["ReadableStream", "Blob", "Response", "Uint8Array", "ArrayBuffer"]) replace(window, name, trap(name));
      """)
  }

  func testSettersForIndicesAreNotCalled() async throws {
    try await survives(
      """
      for (const object of [Array.prototype, Object.prototype]) {
        for (let place = 0; place < 8; place += 1) {
          Reflect.defineProperty(object, place, {
            get() { notice("get " + place); }, set() { notice("set " + place); }, configurable: true,
          });
        }
      }
      """)
  }

  /// The attack defines, on `Object.prototype`, all names that the scripts of streams read or write on objects.
  func testPropertiesOfObjectPrototypeAreNotRead() async throws {
    for descriptor in [
      "descriptor.get = () => notice('get ' + name); descriptor.set = () => notice('set ' + name);",
      "descriptor.value = trap(name); descriptor.writable = true;",
    ] {
      try await survives(
        """
        const names = ["value", "done", "next", "return", "throw", "stream", "bytes", "grant", "credit", "size", "piece", "close",
          "cancel", "signal", "units", "isReady", "isAsked", "resolve", "reject", "get", "set", "stop", "call", "gone", "message",
          "constructor", "configurable", "enumerable", "writable", "capture", "once", "passive"];
        for (const name of names) {
          const descriptor = Object.create(null);
          descriptor.configurable = true;
          \(descriptor)
          Reflect.defineProperty(Object.prototype, name, descriptor);
        }
        """)
    }
  }
}

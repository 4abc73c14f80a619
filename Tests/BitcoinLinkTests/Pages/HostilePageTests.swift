import BitcoinLink
import Causeway
import WebTestSupport
import XCTest

/// Hostile and defective pages: each request gets a clear answer, none is lost, and no text is executed.
@MainActor final class HostilePageTests: XCTestCase {
  /// Texts that must arrive and return unchanged, except that a lone surrogate becomes U+FFFD.
  private static let texts: [(script: String, arrives: String)] = [
    ("</script><script>window.pwned = 1</script>", "</script><script>window.pwned = 1</script>"),
    ("\\u2028\\u2029", "\u{2028}\u{2029}"), ("'\\\"`${window.pwned = 1}", "'\"`${window.pwned = 1}"),
    ("\\u0000\\n\\r", "\u{0}\n\r"), ("a\\ud800b", "a\u{FFFD}b"), ("\\udc00", "\u{FFFD}"),
    ("\\u202Egnp.exe", "\u{202E}gnp.exe"), ("<!--", "<!--"), ("]]>", "]]>"), ("\\\\\\\"", "\\\""),
  ]

  func testUnusualTextsArriveUnchangedAndAreNotExecuted() async throws {
    try await onSurfaces { page in
      for (script, arrives) in Self.texts {
        let told = try await page.browser.text(
          """
          const text = "\(script)".replace("<\\/", "</");
          const { message } = await link.call("requestWeb3Sign",
            { address: "0xa", message: text, signType: "personal_sign" }, { websiteMetadata: { title: text } });
          return message === text.toWellFormed?.() || message;
          """)
        if told != "true" { XCTAssertEqual(told, arrives) }
        XCTAssertEqual(page.wallet.signed.last?.message, arrives)
        XCTAssertEqual(page.wallet.prompts.last?.metadata.title?.raw, arrives)
        let commanded = try await page.browser.text("return await link.told(\"\(script)\")")
        // A Swift string cannot contain a lone surrogate, so the page script answers a message with such an id.
        let type = arrives.contains("\u{FFFD}") ? "MALFORMED_INPUT" : "PROTOCOL_ERROR"
        XCTAssertTrue(commanded.contains(type), commanded)
      }
      let pwned = try await page.browser.text("return window.pwned")
      XCTAssertEqual(pwned, "undefined")
    }
  }

  func testTheKeyProtoDoesNotChangeAnyPrototype() async throws {
    try await onSurfaces { page in
      let told = try await page.browser.text(
        """
        const replies = await link.raw('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},' +
          '"messageId":"__proto__","command":"getAddress","data":{"__proto__":{"protocol":"x"},"protocol":"BCH"}}');
        return JSON.stringify([replies, ({}).polluted, Object.keys(Object.prototype)]);
        """)
      XCTAssertTrue(told.hasPrefix("[[{\"messageId\":\"__proto__\",") && told.hasSuffix("],null,[]]"), told)
      let inherited = try await page.call("getAddress", "JSON.parse('{\"__proto__\":{\"protocol\":\"BCH\"}}')")
      XCTAssertTrue(inherited.contains("MALFORMED_INPUT"), inherited)
    }
  }

  func testAReceiverThatThrowsDoesNotStopOtherReplies() async throws {
    try await onSurfaces { page in
      let told = try await page.browser.text(
        """
        const receive = _bitcoinWalletApi.receiveMessage;
        _bitcoinWalletApi.receiveMessage = (message) => {
          receive(message);
          throw new Error("mine");
        };
        const all = await Promise.all([link.told("getInfo"), link.told("nothing"), link.told("getInfo")]);
        return all.length + " " + link.replies.length;
        """)
      XCTAssertEqual(told, "3 3")
      try await eventually("the page's errors") { page.thrown == ["mine", "mine", "mine"] }
    }
  }

  func testThePageMayReplaceItsObjectWhileARequestIsOpen() async throws {
    try await onSurfaces { page in
      let gate = Gate()
      page.wallet.addressWork = { _ in
        await gate.pass()
        return .init(address: "a")
      }
      try await page.start("getAddress", "{ protocol: 'BCH' }")
      _ = try await page.browser.text(
        "window._bitcoinWalletApi = { receiveMessage(message) { window.second = message.data.address; } }")
      gate.open()
      let told = try await page.browser.text(
        "while (!window.second) await new Promise((resolve) => setTimeout(resolve)); return window.second")
      XCTAssertEqual(told, "a")
      let first = try await page.browser.text("return link.replies.length")
      XCTAssertEqual(first, "0")
    }
  }

  func testThePageMayFreezeItsObject() async throws {
    try await onSurfaces { page in
      let told = try await page.browser.text(
        "Object.freeze(window._bitcoinWalletApi); return await link.told('getInfo')")
      XCTAssertTrue(told.contains("version"), told)
    }
  }

  /// Replaces the object of `receiveMessage` by getters and proxies that throw, and by values that cannot be called.
  func testAReceiverThatCannotBeCalledIsReported() async throws {
    try await onSurfaces { page in
      for trap in [
        "{ get receiveMessage() { throw new Error('trap'); } }",
        "new Proxy({}, { get() { throw new Error('trap'); } })",
        "7", "null", "{ receiveMessage: 7 }",
      ] {
        let before = page.thrown.count
        _ = try await page.browser.text(
          """
          const mine = window._bitcoinWalletApi;
          const entry = mine.messageHandler ?? webkit.messageHandlers.sendMessageHandler.postMessage;
          window._bitcoinWalletApi = \(trap);
          entry({ messageId: "m", command: "getInfo" });
          window.restore = () => { window._bitcoinWalletApi = mine; };
          """)
        try await eventually("the trap \(trap)") { page.thrown.count == before + 1 }
        _ = try await page.browser.text("restore()")
      }
      let told = try await page.call("getInfo")
      XCTAssertTrue(told.contains("version"), told)
    }
  }

  /// If the app cannot read a message, the page script answers it, provided that the message has a readable id.
  func testAnUnreadableMessageWithAReadableIdIsAnswered() async throws {
    let deep = "(() => { let v = 1; for (let i = 0; i < 600; i += 1) v = [v]; return v; })()"
    let cyclic = "(() => { const m = { messageId: 'm', command: 'getInfo' }; m.data = m; return m; })()"
    try await onSurfaces { page in
      for body in [
        cyclic, "{ messageId: 'm', command: 'getInfo', data: 1n }",
        "{ data: \(deep), messageId: 'm', command: 'getInfo' }",
        "JSON.stringify({ data: \(deep), messageId: 'm', command: 'getInfo' })",
        "{ messageId: 'm', command: 'getInfo', get data() { throw new Error('mine'); } }",
      ] {
        let told = try await page.raw(body)
        XCTAssertTrue(
          told.hasPrefix("[{\"messageId\":\"m\",\"command\":\"getInfo\",\"error\":{\"type\":\"MALFORMED_INPUT\""),
          "\(body): \(told)")
      }
      let told = try await page.raw("{ get messageId() { throw new Error('mine'); } }")
      XCTAssertEqual(told, "[]")
    }
  }

  func testAMessageThatIsTooLargeIsAnsweredWhetherItsIdIsFirstOrLast() async throws {
    var limits = Limits.standard
    limits.messageBytes = 4096
    for surface in LinkSurface.allCases {
      let page = LinkPage(surface, limits: limits)
      try await page.browser.open("<body>")
      for body in [
        "{ messageId: 'm', command: 'getInfo', data: 'x'.repeat(5000) }",
        "{ data: 'x'.repeat(5000), command: 'getInfo', messageId: 'm' }",
        "JSON.stringify({ data: '\"messageId\":\"no\"'.repeat(500), command: 'getInfo', messageId: 'm' })",
      ] {
        let told = try await page.raw(body)
        XCTAssertTrue(
          told.hasPrefix("[{\"messageId\":\"m\",\"command\":\"getInfo\",\"error\":{\"type\":\"MALFORMED_INPUT\""), told)
      }
    }
  }

  /// The page script keeps its own copies of the built-ins, so a page that replaces them does not affect the script.
  func testAPageThatReplacesBuiltInsGetsItsAnswers() async throws {
    try await onSurfaces { page in
      let told = try await page.browser.text(
        """
        const kept = { defineProperty: Reflect.defineProperty, stringify: JSON.stringify };
        const nothing = () => { throw new TypeError("trapped"); };
        const answer = new Promise((resolve) => {
          const entry = _bitcoinWalletApi.messageHandler ?? webkit.messageHandlers.sendMessageHandler.postMessage;
          _bitcoinWalletApi.receiveMessage = (message) => { if (message.messageId === "m") resolve(kept.stringify(message)); };
          const replaced = [[Reflect, "defineProperty"], [JSON, "parse"], [JSON, "stringify"], [Number, "isFinite"],
            [window, "queueMicrotask"], [Object.prototype, "get"], [Object.prototype, "value"]];
          const before = replaced.map(([object, name]) => [object, name, Object.getOwnPropertyDescriptor(object, name)]);
          const replace = (object, name, descriptor) => descriptor
            ? kept.defineProperty(object, name, { __proto__: null, ...descriptor }) : delete object[name];
          for (const [object, name] of replaced) kept.defineProperty(object, name, { __proto__: null, value: nothing, configurable: true, writable: true });
          entry({ messageId: "m", command: "getAddress", data: { protocol: "BCH" } });
          for (const [object, name, descriptor] of before) replace(object, name, descriptor);
        });
        return await answer;
        """)
      XCTAssertTrue(told.contains("bitcoincash:q1"), told)
    }
  }

  /// The page's own statements about its origin must not change the origin that the wallet gets.
  func testThePageCannotChangeTheOriginThatTheWalletGets() async throws {
    try await onSurfaces { page in
      _ = try await page.browser.text(
        """
        return await link.told("sendAssets", { ...\(Valid.send), origin: "https://bank.example" },
          { origin: "https://bank.example", isMainFrame: false, websiteMetadata: { title: "https://bank.example" } });
        """)
      let prompt = try XCTUnwrap(page.wallet.prompts.first)
      XCTAssertEqual(prompt.origin, LinkPage.origin)
      XCTAssertTrue(prompt.isMainFrame)
      XCTAssertEqual(prompt.metadata.title?.raw, "https://bank.example")
    }
  }
}

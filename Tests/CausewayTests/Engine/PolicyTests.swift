import Testing

@testable import Causeway

@MainActor @Suite("Policy and origins") struct PolicyTests {
  private let trusted = Origin(scheme: "https", host: "shop.example")

  private func frame(_ origin: Origin, main: Bool = true) -> Frame {
    Frame(document: DocumentID(), isMainFrame: main, origin: origin)
  }

  @Test func onlyTheMainFrameOfATrustedOriginIsServed() {
    let policy = Policy.mainFrame(of: [trusted])
    #expect(policy.refusal(of: frame(trusted)) == nil)
    #expect(policy.refusal(of: frame(trusted, main: false)) == .subframe)
    #expect(policy.refusal(of: frame(Origin(scheme: "http", host: "shop.example"))) != nil)
    #expect(policy.refusal(of: frame(Origin(scheme: "https", host: "shop.example", port: 8443))) != nil)
  }

  @Test func subframesOfTheMainFramesOriginAreServed() {
    let policy = Policy(frames: .sameOrigin, origins: .any)
    func sub(_ origin: Origin, in main: Origin?) -> Frame {
      Frame(document: DocumentID(), isMainFrame: false, origin: origin, mainFrameOrigin: main)
    }
    #expect(policy.refusal(of: frame(trusted)) == nil)
    #expect(policy.refusal(of: frame(.opaque)) == nil)
    #expect(policy.refusal(of: sub(trusted, in: trusted)) == nil)
    #expect(policy.refusal(of: sub(trusted, in: Origin(scheme: "https", host: "other.example"))) == .foreignFrame)
    #expect(policy.refusal(of: sub(trusted, in: nil)) == .foreignFrame)
    #expect(policy.refusal(of: sub(.opaque, in: .opaque)) == .foreignFrame)
  }

  @Test func anEmptySetOfOriginsServesNoFrame() {
    #expect(Policy.mainFrame(of: []).refusal(of: frame(trusted)) == .origin(trusted))
  }

  @Test func anOpaqueOriginIsNeverTrustedEvenIfListed() {
    #expect(Policy.mainFrame(of: [.opaque]).refusal(of: frame(.opaque)) == .origin(.opaque))
    #expect(!Origin.opaque.isSameOrigin(as: .opaque))
  }

  @Test func namedOriginsAreServedAndOpaqueOriginsAreNot() {
    let policy = Policy(frames: .main, origins: .named)
    #expect(policy.refusal(of: frame(trusted)) == nil)
    #expect(policy.refusal(of: frame(.file)) == nil)
    #expect(policy.refusal(of: frame(.opaque)) == .origin(.opaque))
    #expect(policy.refusal(of: frame(trusted, main: false)) == .subframe)
  }

  @Test func filesAreServedOnlyIfTheirOriginIsListed() throws {
    #expect(try Policy.mainFrame(of: [Origin(parsing: "file://")]).refusal(of: frame(.file)) == nil)
    #expect(Policy.mainFrame(of: [trusted]).refusal(of: frame(.file)) == .origin(.file))
    #expect(Policy.mainFrame(of: [.file]).refusal(of: frame(.opaque)) == .origin(.opaque))
  }

  @Test func twoFilesAreNotOfTheSameOrigin() {
    #expect(!Origin.file.isSameOrigin(as: .file))
    let inside = Frame(document: DocumentID(), isMainFrame: false, origin: .file, mainFrameOrigin: .file)
    #expect(Policy(frames: .sameOrigin, origins: .any).refusal(of: inside) == .foreignFrame)
  }

  @Test(arguments: ["file://", "FILE://"]) func theOriginOfFilesIsParsed(text: String) throws {
    #expect(try Origin(parsing: text) == .file)
    #expect(Origin(scheme: "file", host: "", port: 0) == .file)
    #expect(Origin.file.description == "file://" && !Origin.file.isOpaque)
  }

  @Test(arguments: [
    "https://shop.example.evil.example", "https://evilshop.example", "https://shop.exampleevil",
    "https://a.shop.example",
    "https://shop", "https://SHOP.example.", "ftp://shop.example",
  ])
  func similarOriginsAreRefused(text: String) throws {
    let origin = try Origin(parsing: text)
    #expect(Policy.mainFrame(of: [trusted]).refusal(of: frame(origin)) != nil)
  }

  @Test func theDefaultPortEqualsNoPort() throws {
    #expect(try Origin(parsing: "https://shop.example:443") == trusted)
    #expect(Origin(scheme: "HTTPS", host: "Shop.Example", port: 0) == trusted)
    #expect(try Origin(parsing: "http://shop.example:443").port == 443)
  }

  @Test func hostsOfCustomSchemesAreCaseSensitive() throws {
    let shop = Origin(scheme: "app", host: "shop")
    #expect(!shop.isSameOrigin(as: Origin(scheme: "app", host: "Shop")))
    #expect(!Origin(scheme: "app", host: "%d0%b0").isSameOrigin(as: Origin(scheme: "app", host: "%D0%B0")))
    #expect(try Origin(parsing: "app://Shop").description == "app://Shop")
    #expect(try Origin(parsing: "APP://shop") == shop)
    #expect(try Origin(parsing: "app://[2001:DB8::1]") == Origin(scheme: "app", host: "2001:db8::1"))
  }

  /// The URL of a file on a server has a host, but such a file still has an opaque origin.
  @Test(arguments: ["about", "blob", "data", "file", "File", "filesystem", "javascript"])
  func originsOfTheseSchemesAreOpaque(scheme: String) {
    #expect(Origin(scheme: scheme, host: "server").isOpaque)
  }

  @Test func aParsedOriginIsWrittenUnchanged() throws {
    for text in [
      "https://shop.example", "http://[2001:db8::1]:8080", "causeway://page.localhost", "http://127.0.0.1:3000",
    ] {
      #expect(try Origin(parsing: text).description == text)
    }
  }

  @Test(arguments: [
    "", "shop.example", "https:/shop.example", "https://", "https://:80", "https://shop.example/",
    "https://shop.example/a",
    "https://user@shop.example", "https://shop.example:0", "https://shop.example:65536", "https://shop.example:x",
    "https://*.shop.example", "https://shop.example?x", "https://shop.example#x", "1https://shop.example",
    "https://[::1",
    "https://[]", "https://sh op.example", "https://shöp.example", "null", "https://shop.example\\@evil.example",
    "https://shop.example:", "https://shop.example:+80", "file://server", "file:///", "file://:80", "file:", "data://",
    "data://shop.example", "blob://shop.example",
    "about://blank", "javascript://shop.example", "FILE://server:80", "filesystem://shop.example",
  ])
  func textsThatAreNoOriginsAreRefused(text: String) {
    #expect(throws: OriginError.self) { try Origin(parsing: text) }
  }
}

#if os(Linux)
import CausewayHTTP
import CausewayJOSE
import Foundation
import OnsideHistory
import Testing

/// Keys from a file and from a real server, with the loader of backends and with the loader of apps.
@Suite("Key sources", .timeLimit(.minutes(10))) struct KeySourceTests {
  /// The loader that fetches the keys.
  enum Loader: CaseIterable {
    /// The default loader of this platform: libcurl on Linux.
    case platform
    /// The loader of apps.
    case urlSession
  }

  private func source(
    _ location: URL, _ loader: Loader, limits: KeyCacheLimits = KeyCacheLimits()
  ) throws(KeySourceError) -> JSONWebKeySetSource {
    switch loader {
    case .platform: try JSONWebKeySetSource(location, limits: limits)
    case .urlSession: try JSONWebKeySetSource(location, limits: limits, loader: URLSessionKeySetLoader())
    }
  }

  private let known = JWSHeader(algorithm: .rs256, keyID: "rsa-1")
  private let unknown = JWSHeader(algorithm: .es256, keyID: "p256-1")

  /// Limits with which every key set is out of date as soon as it has been fetched.
  private var impatient: KeyCacheLimits {
    var limits = KeyCacheLimits()
    limits.minimumAge = .zero
    limits.maximumAge = .zero
    limits.pauseAfterFailure = .zero
    return limits
  }

  private func server(_ document: Data, status: Int = 200) throws -> ScriptedServer {
    try ScriptedServer { _, _ in HTTPResponse(status, "application/json", document) }
  }

  private func error(of source: JSONWebKeySetSource, _ header: JWSHeader) async -> KeySourceError? {
    do throws(KeySourceError) {
      _ = try await source.key(for: header)
      return nil
    } catch {
      return error
    }
  }

  @Test("Keys are fetched when the first key is needed, and then kept", arguments: Loader.allCases)
  func kept(_ loader: Loader) async throws {
    let server = try server(TestKeys.document(TestKeys.rsa))
    let source = try source(server.url, loader)
    #expect(server.requests.isEmpty)
    for _ in 0..<10 { #expect(try await source.key(for: known).algorithm == .rs256) }
    #expect(server.requests.count == 1)
  }

  @Test("Simultaneous requests share one fetch", arguments: Loader.allCases)
  func shared(_ loader: Loader) async throws {
    let release = Signal()
    let server = try ScriptedServer { _, _ in
      await release.wait()
      return HTTPResponse(200, "application/json", TestKeys.document(TestKeys.rsa))
    }
    let source = try source(server.url, loader)
    try await withThrowingTaskGroup(of: JWSAlgorithm.self) { group in
      for _ in 0..<50 { group.addTask { try await source.key(for: known).algorithm } }
      await release.give()
      for try await algorithm in group { #expect(algorithm == .rs256) }
    }
    #expect(server.requests.count == 1)
  }

  @Test("After a rotation, any number of simultaneous requests fetch the new key once", arguments: Loader.allCases)
  func rotation(_ loader: Loader) async throws {
    let document = Changing(TestKeys.document(TestKeys.rsa))
    let server = try ScriptedServer { _, _ in HTTPResponse(200, "application/json", document.value) }
    let source = try source(server.url, loader)
    _ = try await source.key(for: known)
    document.value = TestKeys.document(TestKeys.rsa, TestKeys.p256)
    try await withThrowingTaskGroup(of: JWSAlgorithm.self) { group in
      for _ in 0..<50 { group.addTask { try await source.key(for: unknown).algorithm } }
      for try await algorithm in group { #expect(algorithm == .es256) }
    }
    #expect(server.requests.count == 2)
  }

  @Test("A kid that does not exist causes one fetch", arguments: Loader.allCases)
  func madeUp(_ loader: Loader) async throws {
    let server = try server(TestKeys.document(TestKeys.rsa))
    let source = try source(server.url, loader)
    _ = try await source.key(for: known)
    for _ in 0..<20 { #expect(await error(of: source, unknown) == .noKey(.unknownKeyID)) }
    #expect(server.requests.count == 2)
    let cold = try self.source(server.url, loader)
    for _ in 0..<20 { #expect(await error(of: cold, unknown) == .noKey(.unknownKeyID)) }
    #expect(server.requests.count == 3)
  }

  @Test("While the key server hangs, an old key is used at once, and one refresh continues", arguments: Loader.allCases)
  func hanging(_ loader: Loader) async throws {
    let (begun, release) = (Signal(), Signal())
    let server = try ScriptedServer { _, number in
      if number > 0 {
        await begun.give()
        await release.wait()
      }
      return HTTPResponse(200, "application/json", TestKeys.document(TestKeys.rsa))
    }
    let source = try source(server.url, loader, limits: impatient)
    _ = try await source.key(for: known)
    // The server does not answer yet. If the source waited for a key, this loop would never end.
    for _ in 0..<20 { #expect(try await source.key(for: known).algorithm == .rs256) }
    await begun.wait()
    #expect(server.requests.count == 2)
    await release.give()
  }

  @Test("A refresh that fails keeps the old keys", arguments: Loader.allCases)
  func failedRefresh(_ loader: Loader) async throws {
    let refreshed = Signal()
    let server = try ScriptedServer { _, number in
      if number > 0 { await refreshed.give() }
      return HTTPResponse(number > 0 ? 503 : 200, "application/json", TestKeys.document(TestKeys.rsa))
    }
    let source = try source(server.url, loader, limits: impatient)
    _ = try await source.key(for: known)
    #expect(try await source.key(for: known).algorithm == .rs256)
    await refreshed.wait()
    await server.stop()
    #expect(try await source.key(for: known).algorithm == .rs256)
  }

  @Test("A failed fetch is reported until another one succeeds, even if nobody needs a key", arguments: Loader.allCases)
  func failureEnds(_ loader: Loader) async throws {
    let server = try ScriptedServer { _, number in
      HTTPResponse(number == 1 ? 503 : 200, "application/json", TestKeys.document(TestKeys.rsa))
    }
    var limits = KeyCacheLimits()
    limits.pauseAfterFailure = .zero
    let source = try source(server.url, loader, limits: limits)
    _ = try await source.key(for: known)
    _ = await error(of: source, unknown)
    #expect(await source.status().failure == .status(503))
    // The set may be used for a day, so only reading the state can begin a fetch.
    let end = ContinuousClock.now + .seconds(120)
    while await source.load().failure != nil {
      try #require(.now < end, "reading the state began no fetch within two minutes")
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(server.requests.count == 3)
  }

  @Test("After a rotation, a new key is unavailable while the set cannot be fetched", arguments: Loader.allCases)
  func rotationDuringAnOutage(_ loader: Loader) async throws {
    let status = Changing(200)
    let server = try ScriptedServer { _, _ in
      HTTPResponse(status.value, "application/json", TestKeys.document(TestKeys.rsa))
    }
    let source = try source(server.url, loader)
    _ = try await source.key(for: known)
    status.value = 503
    // The first call fetches the set, and the second one comes within the pause after the failed fetch.
    for _ in 0..<2 { #expect(await error(of: source, unknown) == .unavailable(.status(503))) }
    _ = try await source.key(for: known)
  }

  @Test("Old keys are kept no longer than the limit allows", arguments: Loader.allCases)
  func tooOld(_ loader: Loader) async throws {
    var limits = impatient
    limits.staleAge = .zero
    let status = Changing(200)
    let server = try ScriptedServer { _, _ in
      HTTPResponse(status.value, "application/json", TestKeys.document(TestKeys.rsa))
    }
    let source = try source(server.url, loader, limits: limits)
    status.value = 503
    #expect(await error(of: source, known) == .unavailable(.status(503)))
  }

  @Test("After a failure, nothing is fetched during the pause", arguments: Loader.allCases)
  func pause(_ loader: Loader) async throws {
    let server = try server(Data(), status: 500)
    let source = try source(server.url, loader)
    for _ in 0..<5 { #expect(await error(of: source, known) == .unavailable(.status(500))) }
    #expect(server.requests.count == 1)
  }

  @Test(
    "An answer that is not a key set is refused",
    arguments: [
      ("", KeyFetchError.notKeySet(.notJSON)), ("{}", .notKeySet(.missingKeys)), ("[]", .notKeySet(.missingKeys)),
      (#"{"keys":[],"keys":[]}"#, .notKeySet(.duplicateMember)),
    ], Loader.allCases)
  func noKeySet(document: (text: String, reason: KeyFetchError), loader: Loader) async throws {
    let server = try server(Data(document.text.utf8))
    #expect(await error(of: try source(server.url, loader), known) == .unavailable(document.reason))
  }

  @Test("A key set with too many bytes or keys is refused", arguments: Loader.allCases)
  func tooMuch(_ loader: Loader) async throws {
    let document = TestKeys.document(TestKeys.rsa, TestKeys.p256)
    let server = try server(document)
    var limits = KeyCacheLimits()
    limits.maximumBytes = document.count
    #expect(await error(of: try source(server.url, loader, limits: limits), known) == nil)
    limits.maximumBytes -= 1
    #expect(
      await error(of: try source(server.url, loader, limits: limits), known)
        == .unavailable(.tooLarge(maximumBytes: document.count - 1)))
    limits = KeyCacheLimits()
    limits.maximumKeys = 1
    #expect(
      await error(of: try source(server.url, loader, limits: limits), known)
        == .unavailable(.tooManyKeys(maximum: 1)))
  }

  @Test("A redirect is not followed", arguments: Loader.allCases)
  func redirect(_ loader: Loader) async throws {
    let other = try server(TestKeys.document(TestKeys.stranger))
    let location = other.url.absoluteString
    let server = try ScriptedServer { _, _ in HTTPResponse(302, fields: [("Location", location)]) }
    #expect(await error(of: try source(server.url, loader), known) == .unavailable(.status(302)))
    #expect(other.requests.isEmpty)
  }

  @Test("A server that does not answer is waited for only until the timeout", arguments: Loader.allCases)
  func silence(_ loader: Loader) async throws {
    let release = Signal()
    let server = try ScriptedServer { _, _ in
      await release.wait()
      return .noAnswer
    }
    var limits = KeyCacheLimits()
    limits.timeout = .milliseconds(200)
    #expect(await error(of: try source(server.url, loader, limits: limits), known) == .unavailable(.timedOut))
    await release.give()
  }

  @Test("A missing server and a failing server cause different errors", arguments: Loader.allCases)
  func unreachable(_ loader: Loader) async throws {
    let nobody = try BoundSocket()
    let source = try source(nobody.url, loader)
    let error = try #require(await error(of: source, known))
    guard case .unavailable(.unreachable(let reason)) = error else {
      _ = Issue.record("\(error)")
      return
    }
    #expect(reason.contains("connect"))
    #expect("\(error)" == "the keys cannot be loaded: the key server cannot be reached: \(reason)")
  }

  @Test("Keys are loaded only over https, from this machine, or from files")
  func locations() throws {
    let refused = [
      "http://onside.io/.well-known/jwks.json", "ftp://127.0.0.1/", "http://127.0.0.1.onside.io/", "http:///jwks.json",
      "jwks.json", "https:", "data:application/json,{}",
    ]
    for text in refused {
      let url = try #require(URL(string: text))
      #expect(throws: KeySourceError.insecureLocation, "\(text)") { try JSONWebKeySetSource(url) }
    }
    for text in [
      "https://onside.io/.well-known/jwks.json", "http://localhost:1/", "http://[::1]:1/", "HTTP://127.0.0.1/",
    ] {
      _ = try JSONWebKeySetSource(try #require(URL(string: text)))
    }
  }

  @Test("A set without keys is loaded again until it has a key")
  func emptySet() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("{\"keys\": []}".utf8).write(to: file)
    var limits = KeyCacheLimits()
    limits.pauseAfterFailure = .zero
    let source = try JSONWebKeySetSource(file, limits: limits)
    let empty = await source.load()
    #expect(empty.isUsable && empty.keyCount == 0)
    try TestKeys.document(TestKeys.rsa).write(to: file)
    let end = ContinuousClock.now + .seconds(300)
    while await source.load().keyCount == 0, ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(10)) }
    #expect(await source.status().keyCount == 1)
  }

  @Test("A file is read, and read again for an unknown kid")
  func file() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let source = try JSONWebKeySetSource(file)
    #expect(await error(of: source, known) == .unavailable(.unreadableFile))
    try TestKeys.document(TestKeys.rsa).write(to: file)
    let second = try JSONWebKeySetSource(file)
    #expect(try await second.key(for: known).algorithm == .rs256)
    try TestKeys.document(TestKeys.rsa, TestKeys.p256).write(to: file)
    #expect(try await second.key(for: unknown).algorithm == .es256)
    var limits = KeyCacheLimits()
    limits.maximumBytes = 10
    #expect(
      await error(of: try JSONWebKeySetSource(file, limits: limits), known)
        == .unavailable(.tooLarge(maximumBytes: 10)))
  }
}
#endif

import CausewayTransport
import Foundation
import Testing

@testable import CausewayCurl

/// Servers whose answers are incomplete, invalid or too large.
@Suite("The HTTP loader with bad servers", .timeLimit(.minutes(10))) struct BadServerTests {
  /// Returns a server that sends this text to each client, and then waits until the client closes the connection.
  private func server(sending text: String) throws -> RawServer {
    try RawServer { connection, _ in
      guard connection.readRequest() != nil else { return }
      connection.send(text)
      connection.waitForEnd()
    }
  }

  private func failure(
    of server: RawServer, within timeout: Duration = .seconds(30)
  ) async throws -> HTTPLoader.Failure? {
    do throws(HTTPLoader.Failure) {
      _ = try await HTTPLoader(for: server.url, maximumConnections: 1)
        .get(server.url, within: timeout, maximumBytes: 1000)
      return nil
    } catch {
      return error
    }
  }

  /// Returns whether the failure is `unreachable`, with any reason that is not empty.
  private func isUnreachable(_ failure: HTTPLoader.Failure?) -> Bool {
    if case .unreachable(let reason)? = failure { !reason.isEmpty } else { false }
  }

  @Test(
    "A request fails if the server stops in the middle of its answer",
    arguments: ["", "HTTP/1.1 200 OK\r\nContent-T", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345"])
  func silence(text: String) async throws {
    #expect(try await failure(of: try server(sending: text), within: .milliseconds(200)) == .timedOut)
  }

  @Test(
    "A request fails if the server closes the connection in the middle of its answer",
    arguments: [
      "", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nA\r\n12345",
    ])
  func close(text: String) async throws {
    let server = try RawServer { connection, _ in
      if connection.readRequest() != nil { connection.send(text) }
    }
    #expect(isUnreachable(try await failure(of: server)))
  }

  @Test("White space before a colon, and a value of several lines, are read as RFC 9112 (sections 5.1 and 5.2) says")
  func oddFields() async throws {
    let server = try server(sending: "HTTP/1.1 200 OK\r\nX-A : 1\r\nX-B: b\r\n  c: d\r\nContent-Length: 0\r\n\r\n")
    let answer = try await HTTPLoader(for: server.url, maximumConnections: 1)
      .get(server.url, within: .seconds(30), maximumBytes: 1000)
    #expect(answer.fields == [HTTPField("X-A", "1"), HTTPField("X-B", "b c: d"), HTTPField("Content-Length", "0")])
  }

  @Test("An answer that is not HTTP is refused", arguments: ["hello\r\n\r\n", "SSH-2.0-x\r\n", "HTTP/1.1 abc\r\n\r\n"])
  func garbage(text: String) async throws {
    #expect(isUnreachable(try await failure(of: try server(sending: text))))
  }

  @Test("Interim answers without an end are refused, and do not keep the request waiting")
  func endlessInterimAnswers() async throws {
    let server = try RawServer { connection, _ in
      guard connection.readRequest() != nil else { return }
      // More than the limit of a head, and then silence, as if more were to come.
      connection.send(String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 10_000))
      connection.waitForEnd()
    }
    let failure = try await failure(of: server)
    #expect(failure == .unreachable(reason: "The head of the response is longer than 64 KiB"))
  }

  @Test("If the stated length exceeds the limit, the body is not read")
  func longLength() async throws {
    let server = try server(sending: "HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n")
    #expect(try await failure(of: server) == .tooLarge)
  }

  @Test(
    "An endless body is read up to the limit",
    arguments: ["", "Transfer-Encoding: chunked\r\n", "Content-Encoding: gzip\r\n"])
  func endlessBody(fields: String) async throws {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let server = try RawServer { connection, _ in
      guard connection.readRequest() != nil else { return }
      connection.send("HTTP/1.1 200 OK\r\n\(fields)\r\n")
      let part = String(repeating: "a", count: 256)
      let text = fields.hasPrefix("Transfer") ? "100\r\n\(part)\r\n" : part
      while connection.send(text) {}
      end.finish()
    }
    #expect(try await failure(of: server) == .tooLarge)
    // Wait until the client has closed the connection, which ends this loop.
    for await _ in ends {}
  }

  @Test("An endless head is not read forever")
  func endlessHead() async throws {
    let server = try RawServer { connection, _ in
      guard connection.readRequest() != nil else { return }
      connection.send("HTTP/1.1 200 OK\r\n")
      while connection.send("X: \(String(repeating: "a", count: 250))\r\n") {}
    }
    #expect(try await failure(of: server) == .unreachable(reason: "The head of the response is longer than 64 KiB"))
  }

  @Test("Bytes after an answer are not used as the next answer")
  func excess() async throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"
    let server = try RawServer { connection, number in
      guard connection.readRequest() != nil else { return }
      guard number == 0 else {
        _ = connection.send(head + "right")
        return
      }
      connection.send(head + "first" + head + "wrong")
      connection.waitForEnd()
    }
    let loader = HTTPLoader(for: server.url, maximumConnections: 1)
    for expected in ["first", "right"] {
      let answer = try await loader.get(server.url, within: .seconds(30), maximumBytes: 1000)
      #expect(answer.body == Data(expected.utf8))
    }
  }
}

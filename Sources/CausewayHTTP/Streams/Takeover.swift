import Foundation

/// An answer after which the connection speaks another protocol than HTTP.
package struct Takeover: Sendable {
  /// The bytes that are sent first; empty if the protocol sends the answer itself.
  let head: Data
  /// The protocol.
  let user: any ConnectionUser & Sendable
  /// Called on the server's thread when the protocol has its connection. What is sent earlier would be lost.
  let didBegin: @Sendable () -> Void
}

/// A protocol that uses a connection after HTTP. All methods are called on the server's thread.
protocol ConnectionUser: AnyObject {
  /// Takes the connection. Called once, before the other methods.
  func begin(_ port: ConnectionPort)
  /// Takes bytes of the client.
  func receive(_ bytes: UnsafeRawBufferPointer)
  /// The client has ended its output, and all of it was received.
  func inputDidEnd()
  /// The socket has taken all bytes that were sent.
  func outputDidDrain()
  /// The connection has ended. Called once, after the other methods.
  func didClose()
}

extension ConnectionUser {
  func outputDidDrain() {}
}

/// A connection as its ``ConnectionUser`` sees it. All methods can be called on every thread, and do nothing after the
/// connection has ended.
struct ConnectionPort: Sendable {
  private let core: ServerCore
  private let id: Int

  init(_ core: ServerCore, _ id: Int) {
    self.core = core
    self.id = id
  }

  /// Sends bytes after all that were sent before.
  func send(_ parts: Data...) { perform { $0.send(parts, on: $1) } }

  /// Begins or stops to read what the client sends. At the beginning, the connection reads.
  func setReading(_ reads: Bool) { perform { $0.setReading(reads, of: $1) } }

  /// Ends the connection when everything was sent.
  func finish() { perform { $0.finish($1) } }

  /// Ends the connection after a time, if the client has not ended it.
  func finish(after delay: Duration) { perform { $0.finish($1, after: delay) } }

  /// Ends the connection at once.
  func close() { perform { $0.close($1) } }

  /// Calls `body` on the server's thread after a delay, unless the returned source is released earlier. The method is called
  /// on the server's thread.
  func after(_ delay: Duration, _ body: @escaping () -> Void) -> LoopSource {
    LoopSource(core.loop, after: delay, body)
  }

  private func perform(_ body: @escaping @Sendable (isolated ServerCore, Connection) -> Void) {
    core.loop.request { [core, id] in
      core.assumeIsolated { core in
        if let connection = core.connections[id] { body(core, connection) }
      }
    }
  }
}

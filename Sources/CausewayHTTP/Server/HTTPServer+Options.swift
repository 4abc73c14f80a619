extension HTTPServer {
  /// Where a server listens, and how much it takes.
  package struct Options: Sendable {
    /// The address, in numbers: only this machine by default.
    package var address = "127.0.0.1"
    /// The port; 0 for one that is free.
    package var port: UInt16 = 0
    /// The longest body of a request, in bytes. A longer one is answered with 413 before all of it was read.
    package var maximumBodyBytes = 1 << 20
    /// How many bytes the bodies of all requests have together that are being read or worked on. The first 64 KiB of each
    /// do not count, so a body of up to 64 KiB is always taken. For what would be beyond, another body is given up: one that
    /// comes too slowly (``slowness``), or else the one that takes longest (``bodyTimeoutWhenFull``). If there is none, the
    /// new one is answered with 503.
    package var maximumBodyBytesAtOnce = 64 << 20
    /// After how long a body can be given up for another, however fast it comes.
    package var bodyTimeoutWhenFull: Duration = .seconds(5)
    /// How many bytes the answers have together that wait to be sent. Those of up to 64 KiB do not count and are always
    /// sent; nor do files count, of which only a part is in memory. For an answer that would be beyond, clients that read
    /// too slowly (``slowness``) are closed; if there is none, it is replaced by 503.
    package var maximumAnswerBytesAtOnce = 64 << 20
    /// How many requests are worked on at once; those beyond are answered with 503.
    package var maximumRequests = 256
    /// How many connections are open at once. When there are so many and another client comes, one of these makes room:
    /// the connection that has been idle longest after an answer, or else the client that is furthest behind
    /// ``minimumRate``, if that is more than ``slowness``. A request that is worked on is never given up. If nobody can
    /// make room, the new client waits; clients that send and read nothing make it wait for ``slowness`` at most.
    package var maximumConnections = 512
    /// How many bytes in a second a client sends of a head or of a body, or reads of an answer, unless it is slow.
    ///
    /// Of a reader, the server sees only what the client's system takes, which is in pieces: 64 KiB and more. So a client
    /// is sure to keep within ``slowness`` only if it reads 1 MiB in a second, and within ``timeout`` if it reads 20 KiB.
    package var minimumRate = 1_024
    /// How far a client may be behind ``minimumRate`` before it can be closed to make room for another.
    package var slowness: Duration = .milliseconds(500)
    /// How long a client may take, whether or not others wait: until it begins a request, then for the head, then for the
    /// body. While it reads an answer, it may be so far behind ``minimumRate``.
    package var timeout: Duration = .seconds(30)
    /// How long ``HTTPServer/stop()`` waits for answers that are on their way.
    package var stopTimeout: Duration = .seconds(10)

    /// The defaults.
    package init() {}
  }
}

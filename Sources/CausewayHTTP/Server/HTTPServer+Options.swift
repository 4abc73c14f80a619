extension HTTPServer {
  /// Where a server listens, and how much it takes.
  package struct Options: Sendable {
    /// The address, in numbers: only this machine by default.
    package var address = "127.0.0.1"
    /// The port; 0 for one that is free.
    package var port: UInt16 = 0
    /// The longest body of a request, in bytes. A longer one is answered with 413 before all of it was read.
    package var maximumBodyBytes = 1 << 20
    /// How many bytes the bodies of all requests have together that are being read or worked on. For one that would be
    /// beyond, bodies that come too slowly (``slowness``) are given up; if there are none, it is answered with 503.
    package var maximumBodyBytesAtOnce = 64 << 20
    /// How many requests are worked on at once; those beyond are answered with 503.
    package var maximumRequests = 256
    /// How many connections are open at once. When there are so many and another client comes, one of these makes room:
    /// the connection that has been idle longest after an answer, or else the client that is furthest behind
    /// ``minimumRate``, if that is more than ``slowness``. A request that is worked on is never given up. If nobody can
    /// make room, the new client waits; clients that send and read nothing make it wait for ``slowness`` at most.
    package var maximumConnections = 512
    /// How many bytes in a second a client sends of a head or of a body, or reads of an answer, unless it is slow.
    package var minimumRate = 1_024
    /// How far a client may be behind ``minimumRate`` before it can be closed to make room for another.
    package var slowness: Duration = .milliseconds(500)
    /// How long a client may take, whether or not others wait: until it begins a request, then for the head, then for the
    /// body. While it reads an answer, it may be so far behind ``minimumRate``.
    package var timeout: Duration = .seconds(30)
    /// How long ``HTTPServer/stop()`` waits for answers that are on their way.
    package var stopTimeout: Duration = .seconds(10)
    ///
    /// Of a reader, the server sees only what the client's system takes, which is in pieces: 64 KiB and more. So a client
    /// is sure to keep within ``slowness`` only if it reads 1 MiB in a second, and within ``timeout`` if it reads 20 KiB.

    /// The defaults.
    package init() {}
  }
}

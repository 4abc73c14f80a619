extension HTTPServer {
  /// Where a server listens, and how much it takes.
  package struct Options: Sendable {
    /// The address, in numbers: only this machine by default.
    package var address = "127.0.0.1"
    /// The port; 0 for one that is free.
    package var port: UInt16 = 0
    /// The longest body of a request, in bytes. A longer one is answered with 413 before all of it was read.
    package var maximumBodyBytes = 1 << 20
    /// How many bytes the bodies of all requests have together that are being read or worked on. One that would be beyond
    /// is answered with 503 before all of it was read.
    package var maximumBodyBytesAtOnce = 64 << 20
    /// How many requests are worked on at once; those beyond are answered with 503.
    package var maximumRequests = 256
    /// How many connections are open at once. For those beyond, the one that has been idle longest is closed; if none
    /// is idle, they wait.
    package var maximumConnections = 512
    /// How long a client may take for the head of a request, for its body, and to go on reading an answer.
    package var patience: Duration = .seconds(30)
    /// How long ``HTTPServer/stop()`` waits for answers that are on their way.
    package var stopPatience: Duration = .seconds(10)

    /// The defaults.
    package init() {}
  }
}

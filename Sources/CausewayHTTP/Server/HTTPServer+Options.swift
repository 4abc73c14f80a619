extension HTTPServer {
  /// The address and the limits of a server.
  package struct Options: Sendable {
    /// The IP address to listen on. The default accepts connections from this machine only. The name `localhost` stands for
    /// 127.0.0.1 and, if the machine has IPv6, also ::1.
    package var address = "127.0.0.1"
    /// The port; 0, the default, for any free port.
    package var port: UInt16 = 0
    /// The maximum length of a request's body, in bytes. A longer body is answered with 413 before all of it is read.
    package var maximumBodyBytes = 1 << 20
    /// The maximum length of a request's first line and fields together, in bytes. A longer head is answered with 431,
    /// or with 414 if the first line alone is longer.
    package var maximumHeadBytes = 100 << 10
    /// The maximum total of the bodies of all requests that are being read or worked on, in bytes. The first 64 KiB of
    /// each body do not count, so a body of up to 64 KiB is always accepted. If the total would be exceeded, another
    /// body is dropped: one that arrives too slowly (``slowness``), or else the one that has taken the longest time, if
    /// that is more than ``bodyTimeoutWhenFull``. If there is no such body, the request with the new body is answered
    /// with 503.
    package var maximumBodyBytesAtOnce = 64 << 20
    /// The time after which a body can be dropped to make room for another, even if it arrives fast.
    package var bodyTimeoutWhenFull: Duration = .seconds(5)
    /// The maximum total of the answers that wait to be sent, in bytes. Answers of up to 64 KiB do not count and are
    /// always sent. Files do not count either, because only a part of a file is in memory. If the total would be
    /// exceeded, the connections of clients that read too slowly (``slowness``) are closed; if there are none, the
    /// answer is replaced by 503.
    package var maximumAnswerBytesAtOnce = 64 << 20
    /// The maximum number of requests that are worked on at once. Further requests are answered with 503.
    package var maximumRequests = 256
    /// The maximum number of open connections. When it is reached and another client connects, one connection is
    /// closed: the one that has been idle longest after an answer, or else the one whose client is furthest behind
    /// ``minimumRate``, if it is more than ``slowness`` behind. A request that is worked on is never dropped. If no
    /// connection can be closed, the new client waits. If there are clients that neither send nor read anything, this
    /// wait takes at most ``slowness``.
    package var maximumConnections = 512
    /// The minimum rate at which a client must send a head or a body, or read an answer, in bytes per second.
    ///
    /// When a client reads, the server sees only how many bytes the client's kernel takes, which happens in pieces of
    /// 64 KiB and more. A client is therefore sure to stay within ``slowness`` only if it reads 1 MiB per second, and
    /// within ``timeout`` if it reads 20 KiB per second.
    package var minimumRate = 1_024
    /// The time by which a client may be behind ``minimumRate`` before its connection can be closed to make room for
    /// another.
    package var slowness: Duration = .milliseconds(500)
    /// The maximum time for each step of a client, even if no other client waits: to begin a request, to send the head,
    /// and to send the body. While a client reads an answer, it is the time by which the client may be behind
    /// ``minimumRate``.
    package var timeout: Duration = .seconds(30)
    /// Whether the task of a request is cancelled when the client ends its output, which also happens when it closes
    /// the connection. Set this for clients that keep their output open while they wait for an answer. The end of the
    /// output is not noticed if the client has already sent its next request.
    package var cancelsAtEndOfInput = false
    /// Whether the handler passes requests on to another server. It then gets each body while it arrives
    /// (``HTTPRequest/stream``), of any length and without a timeout, the bytes of the fields
    /// (``HTTPRequest/forwardedFields``), and also requests whose target cannot be decoded.
    package var forwards = false
    /// The maximum time that ``HTTPServer/stop()`` waits for the answers to current requests.
    package var stopTimeout: Duration = .seconds(10)
    /// Gets the status of each answer that the server makes itself, without the handler: for a request that cannot be
    /// read or that exceeds a limit. It is called on the server's thread, so it must return soon.
    package var didRefuse: (@Sendable (_ status: Int) -> Void)?
    /// Gets the status of each error that the server sends instead of the handler's answer: 500 if the answer is not
    /// valid, and 503 if there is no room for it (``maximumAnswerBytesAtOnce``). It is called on the server's thread, so it
    /// must return soon.
    package var didReplace: (@Sendable (_ status: Int) -> Void)?

    /// Creates the default options.
    package init() {}
  }
}

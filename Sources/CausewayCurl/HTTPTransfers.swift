internal import CCurl
import CausewayJOSE
import Foundation

/// The transfers of an ``HTTPLoader``, on their own thread.
///
/// Libcurl runs at most as many transfers at a time as connections are allowed. Further loads wait here, in order.
final class HTTPTransfers: @unchecked Sendable {  // the lock guards the inbox and flags; only the thread uses the rest
  private enum Message {
    case begin(HTTPLoad, HTTPLoad.Completion)
    case resume(HTTPLoad)
    case cancel(HTTPLoad)
  }

  private let multi: UnsafeMutableRawPointer
  private let toLoopback: Bool
  private let limit: Int

  private let lock = NSLock()
  private var inbox: [Message] = []
  private var isClosed = false
  private var hasThread = false

  private var waiting: ArraySlice<HTTPLoad> = []
  /// A time before which no waiting load reaches its deadline; nil if no load waits.
  private var firstDeadline: ContinuousClock.Instant?
  private var idle: [HTTPTransfer] = []
  private var running: [UnsafeMutableRawPointer: HTTPTransfer] = [:]

  init(toLoopback: Bool, maximumConnections: Int) {
    Self.prepareLibrary()
    self.toLoopback = toLoopback
    limit = max(1, maximumConnections)
    // This fails only if there is no memory.
    multi = curl_multi_init()!
    ccurl_multi_set_number(multi, CURLMOPT_MAXCONNECTS, limit)
  }

  deinit {
    curl_multi_cleanup(multi)
  }

  /// Initializes libcurl once in the process. Libcurl also initializes OpenSSL, so `SignatureLibrary` must initialize
  /// it first.
  static func prepareLibrary() { prepared }

  private static let prepared: Void = {
    SignatureLibrary.prepare()
    _ = ccurl_global_init()
  }()

  /// Begins a load.
  ///
  /// - Parameter completion: A closure that is called once, on the thread of the transfers.
  func begin(_ load: HTTPLoad, completion: @escaping HTTPLoad.Completion) {
    let resume: @Sendable () -> Void = { [weak self, weak load] in
      if let load { self?.post(.resume(load)) }
    }
    load.stream?.connect(resume: resume)
    post(.begin(load, completion))
    load.upload?.begin(resume)
  }

  /// Cancels a load unless it has ended. The load may not have begun yet.
  func cancel(_ load: HTTPLoad) { post(.cancel(load)) }

  /// Makes the thread end when all loads have ended. No load begins after this call.
  func close() {
    lock.withLock {
      isClosed = true
      curl_multi_wakeup(multi)
    }
  }

  private func post(_ message: Message) {
    lock.withLock {
      // The thread takes all messages at once, so only the first one has to wake it.
      if inbox.isEmpty { curl_multi_wakeup(multi) }
      inbox.append(message)
      guard !hasThread else { return }
      hasThread = true
      let thread = Thread { self.run() }
      thread.name = "HTTP client"
      thread.start()
    }
  }

  private func run() {
    blockBrokenPipe()
    while true {
      let (messages, isClosed) = lock.withLock {
        defer { inbox = [] }
        return (inbox, self.isClosed)
      }
      for message in messages { take(message) }
      repeat {
        startWaiting()
        var count: Int32 = 0
        curl_multi_perform(multi, &count)
      } while endTransfers() && !waiting.isEmpty
      if isClosed, waiting.isEmpty, running.isEmpty { return }
      endLate()
      curl_multi_poll(multi, nil, 0, pollTimeout, nil)
    }
  }

  private func take(_ message: Message) {
    switch message {
    case .begin(let load, let completion):
      load.begin(completion)
      guard !load.isOver else { return }
      waiting.append(load)
      firstDeadline = [firstDeadline, load.deadline].compactMap(\.self).min()
    case .resume(let load): running.values.first { $0.load === load }?.resume()
    case .cancel(let load):
      load.end(.failure(.cancelled))
      guard let transfer = running.values.first(where: { $0.load === load }) else { return }
      stop(transfer)
      transfer.end(.cancelled)
    }
  }

  /// Gives waiting loads to libcurl, up to the maximum number of connections.
  private func startWaiting() {
    while running.count < limit, let load = waiting.popFirst() {
      if !load.isOver { start(load) }
    }
    if waiting.isEmpty {
      waiting = []
      firstDeadline = nil
    }
  }

  private func start(_ load: HTTPLoad) {
    let time = load.deadline.map { $0 - .now }
    if let time, time <= .zero { return load.end(.failure(.timedOut)) }
    do throws(CurlError) {
      let transfer: HTTPTransfer
      if let free = idle.popLast() { transfer = free } else { transfer = try HTTPTransfer(toLoopback: toLoopback) }
      try transfer.begin(load, within: time)
      guard curl_multi_add_handle(multi, transfer.handle) == CURLM_OK else {
        throw CurlError(code: CURLE_OUT_OF_MEMORY)
      }
      running[transfer.handle] = transfer
    } catch {
      load.end(.failure(.unreachable(reason: error.words)))
    }
  }

  /// Ends the loads whose transfers libcurl has ended.
  /// - Returns: Whether any transfer had ended.
  private func endTransfers() -> Bool {
    var isAny = false
    var code = CURLE_OK
    while let handle = ccurl_next_end(multi, &code) {
      guard let transfer = running[handle] else { continue }
      isAny = true
      stop(transfer)
      transfer.end(code)
    }
    return isAny
  }

  /// Removes a transfer from libcurl, which keeps the connection if it can be used again.
  private func stop(_ transfer: HTTPTransfer) {
    curl_multi_remove_handle(multi, transfer.handle)
    running[transfer.handle] = nil
    idle.append(transfer)
  }

  /// Ends waiting loads whose deadline has passed. Libcurl checks the timeouts of running loads itself.
  private func endLate() {
    let now = ContinuousClock.now
    guard let firstDeadline, firstDeadline <= now else { return }
    for load in waiting {
      if let deadline = load.deadline, deadline <= now { load.end(.failure(.timedOut)) }
    }
    waiting.removeAll(where: \.isOver)
    self.firstDeadline = waiting.compactMap(\.deadline).min()
  }

  /// The time until a waiting load may reach its deadline, in milliseconds, at most a minute.
  private var pollTimeout: Int32 {
    guard let firstDeadline else { return 60_000 }
    let left = (firstDeadline - .now) / .milliseconds(1)
    return Int32(max(0, min(left.rounded(.up), 60_000)))
  }
}

/// Blocks SIGPIPE on the calling thread, which would end the process. With `CURLOPT_NOSIGNAL`, libcurl may cause the signal when
/// it writes to a connection that the server has closed.
func blockBrokenPipe() {
  var brokenPipe = sigset_t()
  sigemptyset(&brokenPipe)
  sigaddset(&brokenPipe, SIGPIPE)
  pthread_sigmask(SIG_BLOCK, &brokenPipe, nil)
}

internal import CCurl

/// A libcurl handle that runs one load after another.
final class HTTPTransfer {
  let handle: UnsafeMutableRawPointer
  private let toLoopback: Bool
  private(set) var load: HTTPLoad?
  private var fields: UnsafeMutablePointer<curl_slist>?

  /// Creates a handle.
  ///
  /// - Parameter toLoopback: Whether all requests are for this machine itself. Such requests use no proxy, because a
  ///   proxy would read them with their tokens. For other servers, the environment can name a proxy.
  /// - Throws: ``CurlError``.
  init(toLoopback: Bool) throws(CurlError) {
    guard let handle = curl_easy_init() else { throw CurlError(code: CURLE_OUT_OF_MEMORY) }
    self.handle = handle
    self.toLoopback = toLoopback
  }

  /// Sets the options of all requests. A handle that was used before must not keep an option of its last request.
  private func reset() throws(CurlError) {
    curl_easy_reset(handle)
    // All other options keep their defaults: no redirects, no cookies, no `.netrc`, no compressed answers, verified
    // certificates, and no HTTP/0.9.
    try ccurl_set_number(handle, CURLOPT_NOSIGNAL, 1).check()
    try ccurl_allow_http_only(handle).check()
    try ccurl_set_number(handle, CURLOPT_HTTP_CONTENT_DECODING, 0).check()
    try ccurl_set_number(handle, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1).check()
    // With this option, a name lookup that outlasts its timeout does not delay other requests. Libcurl before 7.87 does
    // not support the option and waits, so the error is ignored.
    _ = ccurl_set_number(handle, CURLOPT_QUICK_EXIT, 1)
    if toLoopback { try ccurl_set_text(handle, CURLOPT_PROXY, "").check() }
    try ccurl_set_reader(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, data in
      HTTPTransfer.load(data).map { $0.readHeader(.init(start: bytes, count: size * count)) } == true ? size * count : 0
    }.check()
    try ccurl_set_reader(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, data in
      switch HTTPTransfer.load(data)?.readBody(.init(start: bytes, count: size * count)) {
      case .goesOn?: size * count
      case .pauses?: Int(CURL_WRITEFUNC_PAUSE)
      case .ends?, nil: 0
      }
    }.check()
    try ccurl_set_reader(handle, CURLOPT_READFUNCTION) { bytes, size, count, data in
      switch HTTPTransfer.load(data)?.upload?.read(.init(start: bytes, count: size * count)) {
      case .bytes(let count)?: count
      case .wait?: Int(CURL_READFUNC_PAUSE)
      case .end?: 0
      case .broken?, nil: Int(CURL_READFUNC_ABORT)
      }
    }.check()
  }

  private static func load(_ data: UnsafeMutableRawPointer?) -> HTTPLoad? {
    data.map { Unmanaged<HTTPLoad>.fromOpaque($0).takeUnretainedValue() }
  }

  deinit {
    curl_easy_cleanup(handle)
    curl_slist_free_all(fields)
  }

  /// Prepares the handle for a load.
  ///
  /// - Parameter time: The timeout; nil for none.
  /// - Throws: ``CurlError``.
  func begin(_ load: HTTPLoad, within time: Duration?) throws(CurlError) {
    self.load = load
    try reset()
    let request = load.request
    for line in load.lines {
      let longer = line.withUnsafeBufferPointer { bytes in
        bytes.withMemoryRebound(to: CChar.self) { curl_slist_append(fields, $0.baseAddress) }
      }
      guard let longer else { throw CurlError(code: CURLE_OUT_OF_MEMORY) }
      fields = longer
    }
    let this = Unmanaged.passUnretained(load).toOpaque()
    for option in [CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_READDATA] {
      try ccurl_set_pointer(handle, option, this).check()
    }
    try ccurl_set_text(handle, CURLOPT_URL, request.url.absoluteString).check()
    if let target = request.target { try ccurl_set_text(handle, CURLOPT_REQUEST_TARGET, target).check() }
    try ccurl_set_fields(handle, fields).check()
    try setMethod(of: request)
    if request.isForwarded { try ccurl_set_number(handle, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1).check() }
    if request.undoesCompression {
      try ccurl_set_number(handle, CURLOPT_HTTP_CONTENT_DECODING, 1).check()
      // The empty text stands for all that libcurl supports.
      try ccurl_set_text(handle, CURLOPT_ACCEPT_ENCODING, "").check()
    }
    if request.allowsAnyCertificate {
      try ccurl_set_number(handle, CURLOPT_SSL_VERIFYPEER, 0).check()
      try ccurl_set_number(handle, CURLOPT_SSL_VERIFYHOST, 0).check()
    }
    // Set no limit if the body is not needed: libcurl would end the transfer at a Content-Length above the limit,
    // before the head is complete.
    let limit = load.needsBody && load.maximumBytes < .max ? load.maximumBytes : 0
    try ccurl_set_large(handle, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(limit)).check()
    guard let time else { return }
    // A timeout of 0 would mean no timeout.
    let milliseconds = max(1, min(time / .milliseconds(1), Double(Int32.max)))
    try ccurl_set_number(handle, CURLOPT_TIMEOUT_MS, Int(milliseconds.rounded(.up))).check()
  }

  private func setMethod(of request: HTTPClientRequest) throws(CurlError) {
    switch request.body {
    case .none:
      if request.method == "HEAD" { return try ccurl_set_number(handle, CURLOPT_NOBODY, 1).check() }
      if request.method != "GET" { try ccurl_set_text(handle, CURLOPT_CUSTOMREQUEST, request.method).check() }
    case .bytes(let bytes):
      // Set the size first, because libcurl copies that number of bytes.
      try ccurl_set_large(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(bytes.count)).check()
      try bytes.withUnsafeBytes { bytes in
        // Libcurl would make a null pointer a `GET`.
        let start = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1)
        return ccurl_set_pointer(handle, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: start))
      }.check()
      if request.method != "POST" { try ccurl_set_text(handle, CURLOPT_CUSTOMREQUEST, request.method).check() }
    case .stream(let length, _):
      try ccurl_set_number(handle, CURLOPT_UPLOAD, 1).check()
      try ccurl_set_large(handle, CURLOPT_INFILESIZE_LARGE, curl_off_t(length ?? -1)).check()
      try ccurl_set_text(handle, CURLOPT_CUSTOMREQUEST, request.method).check()
      // A stream cannot be sent again, which libcurl does if a kept connection turns out to be closed.
      try ccurl_set_number(handle, CURLOPT_FRESH_CONNECT, 1).check()
    }
  }

  /// Lets a paused transfer go on.
  func resume() { curl_easy_pause(handle, CURLPAUSE_CONT) }

  /// Ends the load with libcurl's result, and detaches it.
  func end(_ code: CURLcode) {
    let status = ccurl_status(handle)
    switch code {
    case CURLE_OK: load?.finish()
    // Without a need for the body, the answer is complete with its head. Statuses below 200 are those of interim
    // answers.
    case _ where load?.needsBody == false && load?.hasHead == true && status >= 200: load?.finish()
    case CURLE_OPERATION_TIMEDOUT: end(.timedOut)
    case CURLE_FILESIZE_EXCEEDED: end(.tooLarge)
    default: end(load?.refusal ?? .unreachable(reason: CurlError(code: code).words))
    }
    detach()
  }

  /// Ends the load with a failure, and detaches it.
  func end(_ failure: HTTPLoader.Failure) {
    load?.end(.failure(failure))
    detach()
  }

  private func detach() {
    // The options point to the load and to the fields, which end here. Resetting them also frees libcurl's copy of a body.
    curl_easy_reset(handle)
    load = nil
    curl_slist_free_all(fields)
    fields = nil
  }
}

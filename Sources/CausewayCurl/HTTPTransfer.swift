internal import CCurl

/// A libcurl handle that runs one load after another.
final class HTTPTransfer {
  let handle: UnsafeMutableRawPointer
  private(set) var load: HTTPLoad?
  private var fields: UnsafeMutablePointer<curl_slist>?

  /// Creates a handle with the options of all requests.
  ///
  /// - Parameter toLoopback: Whether all requests are for this machine itself. Such requests use no proxy, because a
  ///   proxy would read them with their tokens. For other servers, the environment can name a proxy.
  /// - Throws: ``CurlError``.
  init(toLoopback: Bool) throws(CurlError) {
    guard let handle = curl_easy_init() else { throw CurlError(code: CURLE_OUT_OF_MEMORY) }
    self.handle = handle
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
    try ccurl_set_reader(handle, CURLOPT_HEADERFUNCTION) { HTTPTransfer.give($3, $0, $1 * $2) { $0.readHeader($1) } }
      .check()
    try ccurl_set_reader(handle, CURLOPT_WRITEFUNCTION) { HTTPTransfer.give($3, $0, $1 * $2) { $0.readBody($1) } }
      .check()
  }

  deinit {
    curl_easy_cleanup(handle)
    curl_slist_free_all(fields)
  }

  /// Prepares the handle for a load, with a timeout.
  ///
  /// - Throws: ``CurlError``.
  func begin(_ load: HTTPLoad, within time: Duration) throws(CurlError) {
    self.load = load
    for field in load.fields {
      guard let longer = curl_slist_append(fields, field) else { throw CurlError(code: CURLE_OUT_OF_MEMORY) }
      fields = longer
    }
    let this = Unmanaged.passUnretained(load).toOpaque()
    try ccurl_set_pointer(handle, CURLOPT_HEADERDATA, this).check()
    try ccurl_set_pointer(handle, CURLOPT_WRITEDATA, this).check()
    try ccurl_set_text(handle, CURLOPT_URL, load.url).check()
    try ccurl_set_fields(handle, fields).check()
    if let upload = load.upload {
      // Set the size first, because libcurl copies that number of bytes.
      try ccurl_set_large(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(upload.count)).check()
      try upload.withUnsafeBytes { bytes in
        ccurl_set_pointer(handle, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: bytes.baseAddress))
      }.check()
    }
    // Set no limit if the body is not needed: libcurl would end the transfer at a Content-Length above the limit,
    // before the head is complete.
    try ccurl_set_large(handle, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(load.needsBody ? load.maximumBytes : 0)).check()
    // A timeout of 0 would mean no timeout.
    let milliseconds = max(1, min(time / .milliseconds(1), Double(Int32.max)))
    try ccurl_set_number(handle, CURLOPT_TIMEOUT_MS, Int(milliseconds.rounded(.up))).check()
  }

  /// Ends the load with libcurl's result, and detaches it.
  func end(_ code: CURLcode) {
    let status = ccurl_status(handle)
    switch code {
    case CURLE_OK: load?.finish(status: status)
    // Without a need for the body, the answer is complete with its head. Statuses below 200 are those of interim
    // answers.
    case _ where load?.needsBody == false && load?.hasHead == true && status >= 200: load?.finish(status: status)
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
    _ = ccurl_set_pointer(handle, CURLOPT_HEADERDATA, nil)
    _ = ccurl_set_pointer(handle, CURLOPT_WRITEDATA, nil)
    _ = ccurl_set_fields(handle, nil)
    if load?.upload != nil {
      // Free libcurl's copy of the body, and reset the method, because the next request of this handle may be a `GET`.
      _ = ccurl_set_pointer(handle, CURLOPT_POSTFIELDS, nil)
      _ = ccurl_set_number(handle, CURLOPT_HTTPGET, 1)
    }
    load = nil
    curl_slist_free_all(fields)
    fields = nil
  }

  /// Passes bytes to a load. Returns their number if the transfer continues, or 0, which makes libcurl end it.
  private static func give(
    _ data: UnsafeMutableRawPointer?, _ bytes: UnsafeMutablePointer<CChar>, _ count: Int,
    read: (HTTPLoad, UnsafeRawBufferPointer) -> Bool
  ) -> Int {
    guard let data else { return 0 }
    let load = Unmanaged<HTTPLoad>.fromOpaque(data).takeUnretainedValue()
    return read(load, UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
  }
}

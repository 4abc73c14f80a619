internal import CCurl

/// A failure of libcurl.
struct CurlError: Error {
  let code: CURLcode

  /// Libcurl's text for this kind of failure. It contains nothing of the request or the answer.
  var words: String { String(cString: curl_easy_strerror(code)) }
}

extension CURLcode {
  /// Throws unless the code means success.
  ///
  /// - Throws: ``CurlError``.
  func check() throws(CurlError) {
    if self != CURLE_OK { throw CurlError(code: self) }
  }
}

internal import CCurl

/// What libcurl could not do.
struct CurlError: Error {
  let code: CURLcode

  /// What libcurl says of every such failure. There is nothing in it of this one's request or answer.
  var words: String { String(cString: curl_easy_strerror(code)) }
}

extension CURLcode {
  /// - Throws: ``CurlError``, unless it stands for success.
  func check() throws(CurlError) {
    if self != CURLE_OK { throw CurlError(code: self) }
  }
}

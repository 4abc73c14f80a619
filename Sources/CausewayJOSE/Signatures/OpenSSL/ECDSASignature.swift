internal import COpenSSL

/// An ECDSA signature on a curve, for the conversion between JOSE's format and DER.
struct ECDSASignature: ~Copyable {
  private let pointer: OpaquePointer
  /// The length of each of the two numbers, in bytes.
  private let length: Int

  /// Creates a signature from its two numbers, one after the other (RFC 7518, section 3.4).
  init?(raw: [UInt8], _ curve: EllipticCurve) {
    let length = curve.coordinateLength
    guard raw.count == 2 * length, let pointer = ECDSA_SIG_new() else { return nil }
    let numbers = raw.withUnsafeBufferPointer { bytes in
      (
        BN_bin2bn(bytes.baseAddress, Int32(length), nil),
        BN_bin2bn(bytes.baseAddress.map { $0 + length }, Int32(length), nil)
      )
    }
    // On success, the signature owns the numbers and frees them.
    guard ECDSA_SIG_set0(pointer, numbers.0, numbers.1) == 1 else {
      BN_free(numbers.0)
      BN_free(numbers.1)
      ECDSA_SIG_free(pointer)
      return nil
    }
    self.pointer = pointer
    self.length = length
  }

  init?(der: [UInt8], _ curve: EllipticCurve) {
    let pointer = der.withUnsafeBufferPointer { bytes in
      var start = bytes.baseAddress
      return d2i_ECDSA_SIG(nil, &start, bytes.count)
    }
    guard let pointer else { return nil }
    self.pointer = pointer
    length = curve.coordinateLength
  }

  deinit {
    ECDSA_SIG_free(pointer)
  }

  /// The two numbers, one after the other, of the same length.
  var raw: [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 2 * length)
    let isWritten = bytes.withUnsafeMutableBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return false }
      return BN_bn2binpad(ECDSA_SIG_get0_r(pointer), start, Int32(length)) == length
        && BN_bn2binpad(ECDSA_SIG_get0_s(pointer), start + length, Int32(length)) == length
    }
    return isWritten ? bytes : nil
  }

  /// Calls `body` with the signature in DER, and returns its result; false if the signature cannot be encoded.
  func withDER(_ body: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
    // In DER, each number has a tag, a length and at most one leading zero byte (3 bytes more), and the sequence begins
    // with a tag and a length of at most 3 bytes together.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * (length + 3) + 3) { buffer in
      var end = buffer.baseAddress
      let count = i2d_ECDSA_SIG(pointer, &end)
      guard count > 0 else { return false }
      return body(UnsafeBufferPointer(rebasing: buffer[..<Int(count)]))
    }
  }
}

internal import COpenSSL

/// A key in OpenSSL's form.
///
/// `@unchecked Sendable`: OpenSSL lets several threads use an `EVP_PKEY` at once as long as none changes it; what it
/// keeps in the key meanwhile it locks itself. Nothing here changes a key after it was made.
final class EVPKey: @unchecked Sendable {
  let pointer: OpaquePointer

  /// Takes the key over, and frees it at the end.
  init(owning pointer: OpaquePointer) {
    self.pointer = pointer
  }

  deinit {
    EVP_PKEY_free(pointer)
  }

  /// OpenSSL's signature of these bytes, with SHA-256.
  func signature(of bytes: [UInt8]) throws(SigningKeyError) -> [UInt8] {
    let signature: [UInt8]? = withOwnErrors {
      guard let context = EVP_MD_CTX_new() else { return nil }
      defer { EVP_MD_CTX_free(context) }
      guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, pointer) == 1 else { return nil }
      var count = 0
      guard EVP_DigestSign(context, nil, &count, bytes, bytes.count) == 1 else { return nil }
      var signature = [UInt8](repeating: 0, count: count)
      guard EVP_DigestSign(context, &signature, &count, bytes, bytes.count) == 1 else { return nil }
      return Array(signature.prefix(count))
    }
    guard let signature else { throw .libraryFailed }
    return signature
  }

  /// The number of this name, big-endian, in so many bytes, or in as few as possible.
  func number(_ name: String, count: Int? = nil) throws(SigningKeyError) -> [UInt8] {
    var number: OpaquePointer?
    guard EVP_PKEY_get_bn_param(pointer, name, &number) == 1, let number else { throw .libraryFailed }
    defer { BN_free(number) }
    var bytes = [UInt8](repeating: 0, count: count ?? (Int(BN_num_bits(number)) + 7) / 8)
    guard BN_bn2binpad(number, &bytes, Int32(bytes.count)) == bytes.count else { throw .libraryFailed }
    return bytes
  }
}

/// Runs this and takes the errors that it leaves in OpenSSL's list of this thread away again, and no others.
func withOwnErrors<Value>(_ body: () -> Value) -> Value {
  SignatureLibrary.prepare()
  ERR_set_mark()
  defer { ERR_pop_to_mark() }
  return body()
}

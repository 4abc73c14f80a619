internal import COpenSSL

/// An OpenSSL key that several threads can share.
///
/// `@unchecked Sendable`: OpenSSL allows several threads to use one `EVP_PKEY` as long as no thread changes it, and it
/// locks its own caches inside the key. This code does not change a key after creating it.
final class EVPKey: @unchecked Sendable {
  let pointer: OpaquePointer

  /// Takes over the ownership of a key, and frees it in `deinit`.
  init(owning pointer: OpaquePointer) {
    self.pointer = pointer
  }

  deinit {
    EVP_PKEY_free(pointer)
  }

  /// Returns OpenSSL's signature of the bytes.
  func signature(of bytes: [UInt8], _ digest: MessageDigest) throws(SigningKeyError) -> [UInt8] {
    let signature: [UInt8]? = withOwnErrors {
      guard let context = EVP_MD_CTX_new() else { return nil }
      defer { EVP_MD_CTX_free(context) }
      guard EVP_DigestSignInit_ex(context, nil, digest.rawValue, nil, nil, pointer, nil) == 1 else { return nil }
      var count = 0
      guard EVP_DigestSign(context, nil, &count, bytes, bytes.count) == 1 else { return nil }
      var signature = [UInt8](repeating: 0, count: count)
      guard EVP_DigestSign(context, &signature, &count, bytes, bytes.count) == 1 else { return nil }
      return Array(signature.prefix(count))
    }
    guard let signature else { throw .libraryFailed }
    return signature
  }

  /// The name of an EC key's curve; nil for a key of another type.
  var groupName: String? {
    var name = [CChar](repeating: 0, count: 32)
    var count = 0
    let isNamed = EVP_PKEY_get_utf8_string_param(pointer, OSSL_PKEY_PARAM_GROUP_NAME, &name, name.count, &count)
    return isNamed == 1 ? String(decoding: name.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }

  /// Returns a number of the key by its name, big-endian, in `count` bytes, or in as few as possible.
  func number(_ name: String, count: Int? = nil) throws(SigningKeyError) -> [UInt8] {
    var number: OpaquePointer?
    guard EVP_PKEY_get_bn_param(pointer, name, &number) == 1, let number else { throw .libraryFailed }
    defer { BN_free(number) }
    var bytes = [UInt8](repeating: 0, count: count ?? (Int(BN_num_bits(number)) + 7) / 8)
    guard BN_bn2binpad(number, &bytes, Int32(bytes.count)) == bytes.count else { throw .libraryFailed }
    return bytes
  }
}

/// Runs `body`, and then removes the errors that it added to this thread's OpenSSL error queue. Older errors stay.
func withOwnErrors<Value>(_ body: () -> Value) -> Value {
  SignatureLibrary.prepare()
  ERR_set_mark()
  defer { ERR_pop_to_mark() }
  return body()
}

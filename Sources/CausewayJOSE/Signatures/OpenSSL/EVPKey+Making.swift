internal import COpenSSL

extension EVPKey {
  /// Creates a public key of a type from its parameters; nil if OpenSSL refuses them.
  static func publicKey(_ type: String, _ fill: (EVPParameters) -> Bool) -> EVPKey? {
    withOwnErrors {
      guard let parameters = EVPParameters(), fill(parameters), let list = OSSL_PARAM_BLD_to_param(parameters.builder)
      else { return nil }
      defer { OSSL_PARAM_free(list) }
      guard let context = EVP_PKEY_CTX_new_from_name(nil, type, nil) else { return nil }
      defer { EVP_PKEY_CTX_free(context) }
      var key: OpaquePointer?
      guard EVP_PKEY_fromdata_init(context) == 1,
        EVP_PKEY_fromdata(context, &key, causeway_evp_pkey_public_key, list) == 1
      else { return nil }
      return key.map { EVPKey(owning: $0) }
    }
  }

  /// Generates a key of a type with the parameters that `set` sets.
  static func generate(_ type: String, _ set: (OpaquePointer) -> Bool) throws(SigningKeyError) -> EVPKey {
    let key: EVPKey? = withOwnErrors {
      guard let context = EVP_PKEY_CTX_new_from_name(nil, type, nil) else { return nil }
      defer { EVP_PKEY_CTX_free(context) }
      var key: OpaquePointer?
      guard EVP_PKEY_keygen_init(context) == 1, set(context), EVP_PKEY_generate(context, &key) == 1 else { return nil }
      return key.map { EVPKey(owning: $0) }
    }
    guard let key else { throw .libraryFailed }
    return key
  }

  /// Whether OpenSSL accepts the public part of the key, for example whether the point is on its curve.
  var isPublicHalfInOrder: Bool {
    withOwnErrors {
      guard let context = EVP_PKEY_CTX_new_from_pkey(nil, pointer, nil) else { return false }
      defer { EVP_PKEY_CTX_free(context) }
      return EVP_PKEY_public_check(context) == 1
    }
  }
}

/// The parameters from which OpenSSL creates a key.
final class EVPParameters {
  let builder: OpaquePointer
  private var numbers: [OpaquePointer] = []

  init?() {
    guard let builder = OSSL_PARAM_BLD_new() else { return nil }
    self.builder = builder
  }

  deinit {
    OSSL_PARAM_BLD_free(builder)
    for number in numbers { BN_free(number) }
  }

  /// Adds a number, given big-endian. The name is a static string, because OpenSSL keeps its address.
  func add(_ name: StaticString, number bytes: [UInt8]) -> Bool {
    guard let number = BN_bin2bn(bytes, Int32(bytes.count), nil) else { return false }
    numbers.append(number)
    return OSSL_PARAM_BLD_push_BN(builder, Self.address(of: name), number) == 1
  }

  /// Adds a text. Name and text are static strings, because OpenSSL keeps their addresses.
  func add(_ name: StaticString, text: StaticString) -> Bool {
    OSSL_PARAM_BLD_push_utf8_string(builder, Self.address(of: name), Self.address(of: text), 0) == 1
  }

  /// Adds bytes. They must stay at their address until OpenSSL has used the parameters.
  func add(_ name: StaticString, bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    OSSL_PARAM_BLD_push_octet_string(builder, Self.address(of: name), bytes.baseAddress, bytes.count) == 1
  }

  private static func address(of text: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
  }
}

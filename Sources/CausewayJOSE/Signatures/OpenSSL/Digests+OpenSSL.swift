internal import COpenSSL

/// Computes the SHA-256 digest of the bytes, 32 bytes.
func sha256(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] { digest(bytes, EVP_sha256(), count: 32) }

/// Computes the SHA-1 digest of the bytes, 20 bytes.
func sha1(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] { digest(bytes, EVP_sha1(), count: 20) }

private func digest(_ bytes: UnsafeBufferPointer<UInt8>, _ algorithm: OpaquePointer?, count length: Int) -> [UInt8] {
  SignatureLibrary.prepare()
  return [UInt8](unsafeUninitializedCapacity: length) { digest, count in
    // The digest is OpenSSL's own and the buffer has the right size, so the call fails only if there is no memory.
    guard EVP_Digest(bytes.baseAddress, bytes.count, digest.baseAddress, nil, algorithm, nil) == 1 else {
      fatalError("OpenSSL cannot compute a digest, because there is no memory")
    }
    count = length
  }
}

internal import COpenSSL

/// Computes the SHA-256 digest of the bytes, 32 bytes.
func sha256(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
  SignatureLibrary.prepare()
  return [UInt8](unsafeUninitializedCapacity: 32) { digest, count in
    // The digest is OpenSSL's own and the buffer has the right size, so the call fails only if there is no memory.
    guard EVP_Digest(bytes.baseAddress, bytes.count, digest.baseAddress, nil, EVP_sha256(), nil) == 1 else {
      fatalError("OpenSSL cannot compute SHA-256, because there is no memory")
    }
    count = 32
  }
}

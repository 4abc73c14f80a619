internal import COpenSSL

/// SHA-256 of these bytes, 32 bytes.
func sha256(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
  SignatureLibrary.prepare()
  return [UInt8](unsafeUninitializedCapacity: 32) { digest, count in
    // With a digest of OpenSSL's own and memory of this size, only a lack of memory is left to fail.
    guard EVP_Digest(bytes.baseAddress, bytes.count, digest.baseAddress, nil, EVP_sha256(), nil) == 1 else {
      fatalError("OpenSSL cannot compute SHA-256")
    }
    count = 32
  }
}

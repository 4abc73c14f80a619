/// The SHA-256 of some bytes, 32 bytes.
package func sha256(_ bytes: [UInt8]) -> [UInt8] { SHA256Digest(of: bytes).bytes }

import CausewayJOSE
import CryptoKit

func digests(of text: String) -> (SHA256Hash, SHA256Digest) {
  (SHA256Hash(of: text), SHA256.hash(data: Array(text.utf8)))
}

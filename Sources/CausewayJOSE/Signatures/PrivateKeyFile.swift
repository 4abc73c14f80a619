/// A private key of one of the supported kinds, as read from a file.
enum PrivateKeyFile {
  case rsa(RSAPrivateKey)
  case elliptic(EllipticPrivateKey)
}

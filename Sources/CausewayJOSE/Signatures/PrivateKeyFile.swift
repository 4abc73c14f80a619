/// The private key in a file.
enum PrivateKeyFile {
  case rsa(RSAPrivateKey)
  case elliptic(EllipticPrivateKey)
}

/// The private key in a file.
enum PrivateKeyFile {
  case rsa(RSAPrivateKey)
  case p256(P256PrivateKey)
}

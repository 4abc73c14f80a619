/// What a private key's file has.
enum PrivateKeyFile {
  case rsa(RSAPrivateKey)
  case p256(P256PrivateKey)
}

// The parts of OpenSSL behind signatures.
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>

/// `EVP_PKEY_PUBLIC_KEY`, a macro of macros that Swift does not import.
static const int causeway_evp_pkey_public_key = EVP_PKEY_PUBLIC_KEY;

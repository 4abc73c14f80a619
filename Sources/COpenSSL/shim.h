// The parts of OpenSSL that are needed for keys, signatures and random numbers.
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

/// `EVP_PKEY_PUBLIC_KEY`, which Swift does not import, because the macro uses other macros.
static const int causeway_evp_pkey_public_key = EVP_PKEY_PUBLIC_KEY;

// https://developer.apple.com/documentation/security
#pragma once
#include "CoreFoundation.h"
#include <stdint.h>

#pragma clang assume_nonnull begin
#pragma clang arc_cf_code_audited begin

typedef int32_t OSStatus;

// https://developer.apple.com/documentation/security/security-framework-result-codes
enum : OSStatus { errSecSuccess = 0, errSecItemNotFound = -25300 };

// https://developer.apple.com/documentation/security/keychain-items
extern const CFStringRef kSecClass;
extern const CFStringRef kSecClassGenericPassword;
extern const CFStringRef kSecAttrService;
extern const CFStringRef kSecAttrAccount;
extern const CFStringRef kSecAttrAccessible;
extern const CFStringRef kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly;
extern const CFStringRef kSecValueData;
extern const CFStringRef kSecReturnData;
extern const CFStringRef kSecAttrKeyType;
extern const CFStringRef kSecAttrKeyTypeRSA;
extern const CFStringRef kSecAttrKeySizeInBits;
extern const CFStringRef kSecAttrKeyClass;
extern const CFStringRef kSecAttrKeyClassPublic;
extern const CFStringRef kSecAttrKeyClassPrivate;

// https://developer.apple.com/documentation/security/secitemcopymatching(_:_:) and the pages of the related functions
OSStatus SecItemCopyMatching(CFDictionaryRef query, CFTypeRef _Nullable *_Nullable __attribute__((cf_returns_retained)) result);
OSStatus SecItemAdd(CFDictionaryRef attributes, CFTypeRef _Nullable *_Nullable __attribute__((cf_returns_retained)) result);
OSStatus SecItemUpdate(CFDictionaryRef query, CFDictionaryRef attributesToUpdate);
OSStatus SecItemDelete(CFDictionaryRef query);

// https://developer.apple.com/documentation/security/seckey
typedef struct __attribute__((objc_bridge(id))) __SecKey *SecKeyRef;

// https://developer.apple.com/documentation/security/seckeyalgorithm
typedef CFStringRef SecKeyAlgorithm __attribute__((swift_wrapper(enum)));
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureMessagePKCS1v15SHA256;

// https://developer.apple.com/documentation/security/seckeycreaterandomkey(_:_:) and the pages of the related functions
SecKeyRef _Nullable SecKeyCreateRandomKey(CFDictionaryRef parameters, CFErrorRef _Nullable *_Nullable error);
SecKeyRef _Nullable SecKeyCreateWithData(
    CFDataRef keyData, CFDictionaryRef attributes, CFErrorRef _Nullable *_Nullable error);
CFDataRef _Nullable SecKeyCopyExternalRepresentation(SecKeyRef key, CFErrorRef _Nullable *_Nullable error);
SecKeyRef _Nullable SecKeyCopyPublicKey(SecKeyRef key);
CFDataRef _Nullable SecKeyCreateSignature(
    SecKeyRef key, SecKeyAlgorithm algorithm, CFDataRef dataToSign, CFErrorRef _Nullable *_Nullable error);
Boolean SecKeyVerifySignature(
    SecKeyRef key, SecKeyAlgorithm algorithm, CFDataRef signedData, CFDataRef signature,
    CFErrorRef _Nullable *_Nullable error);

#pragma clang arc_cf_code_audited end
#pragma clang assume_nonnull end

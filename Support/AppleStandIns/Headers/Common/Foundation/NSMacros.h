#pragma once

// https://developer.apple.com/documentation/swift/grouping-related-objective-c-constants
#define NS_ENUM(type, name) enum __attribute__((enum_extensibility(open))) name : type name; enum name : type
#define NS_OPTIONS(type, name) \
  enum __attribute__((flag_enum)) __attribute__((enum_extensibility(open))) name : type name; enum name : type
#define NS_TYPED_ENUM __attribute__((swift_wrapper(enum)))
#define NS_TYPED_EXTENSIBLE_ENUM __attribute__((swift_wrapper(struct)))
// https://developer.apple.com/documentation/swift/handling-cocoa-errors-in-swift
#define NS_ERROR_ENUM(name, domain) \
  enum __attribute__((ns_error_domain(domain))) __attribute__((enum_extensibility(open))) name : NSInteger name; \
  enum name : NSInteger
// https://developer.apple.com/documentation/swift/renaming-objective-c-apis-for-swift
#define NS_SWIFT_NAME(name) __attribute__((swift_name(#name)))
#define NS_REFINED_FOR_SWIFT __attribute__((swift_private))
#define NS_SWIFT_UNAVAILABLE __attribute__((availability(swift, unavailable)))
#define NS_DESIGNATED_INITIALIZER __attribute__((objc_designated_initializer))
#define NS_UNAVAILABLE __attribute__((unavailable))
// https://developer.apple.com/documentation/swift/calling-objective-c-apis-asynchronously
#define NS_SWIFT_ASYNC_NAME(name) __attribute__((swift_async_name(#name)))
#define NS_SWIFT_DISABLE_ASYNC __attribute__((swift_async(none)))
#define NS_SWIFT_UI_ACTOR __attribute__((swift_attr("@UIActor")))
#define NS_SWIFT_SENDABLE __attribute__((swift_attr("@Sendable")))
#define NS_SWIFT_NONSENDABLE __attribute__((swift_attr("@_nonSendable")))
#define NS_MAIN_ACTOR_BLOCK __attribute__((swift_attr("@MainActor")))
#define API_AVAILABLE(mac, phone) \
  __attribute__((availability(macos, introduced = mac))) __attribute__((availability(ios, introduced = phone)))
#define API_MACOS(mac) \
  __attribute__((availability(macos, introduced = mac))) __attribute__((availability(ios, unavailable)))
#define API_IOS(phone) \
  __attribute__((availability(macos, unavailable))) __attribute__((availability(ios, introduced = phone)))

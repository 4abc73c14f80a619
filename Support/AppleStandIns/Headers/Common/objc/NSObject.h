#pragma once
#include "objc.h"

#pragma clang assume_nonnull begin

// https://developer.apple.com/documentation/objectivec/nsobjectprotocol
@protocol NSObject
- (BOOL)isEqual:(nullable id)object;
@property(readonly) NSUInteger hash;
- (BOOL)isKindOfClass:(Class)aClass;
- (BOOL)respondsToSelector:(SEL)aSelector;
@end

// https://developer.apple.com/documentation/objectivec/nsobject-swift.class
__attribute__((objc_root_class)) @interface NSObject <NSObject>
+ (instancetype)alloc __attribute__((availability(swift, unavailable)));
- (instancetype)init __attribute__((objc_designated_initializer));
@end

#pragma clang assume_nonnull end

// https://developer.apple.com/documentation/foundation
// The classes that other headers here speak of. What is used from Swift alone stands in
// Interfaces/Common/Foundation.swiftinterface.
#pragma once
#include "../CoreFoundation.h"
#include "../objc/NSObject.h"
#include "NSMacros.h"
#include "NSValues.h"
#include "NSNetworking.h"

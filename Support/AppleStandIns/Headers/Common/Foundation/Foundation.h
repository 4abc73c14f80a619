// https://developer.apple.com/documentation/foundation
// The classes that other stand-in headers use. Declarations that only Swift code uses are in
// Interfaces/Common/Foundation.swiftinterface.
#pragma once
#include "../CoreFoundation.h"
#include "../objc/NSObject.h"
#include "NSMacros.h"
#include "NSValues.h"
#include "NSNetworking.h"

// https://developer.apple.com/documentation/webkit
#pragma once
#include "WKTypes.h"
#include "WKDelegates.h"
#include "WKWebView.h"

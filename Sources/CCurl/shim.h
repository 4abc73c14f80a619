// libcurl: HTTP from a client. What Swift cannot import from it: variadic functions, and macros of macros.
#include <curl/curl.h>

static inline CURLcode ccurl_global_init(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }

static inline CURLcode ccurl_set_number(CURL *_Nonnull handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

/// For options that take a `curl_off_t`, whose names end in `LARGE`.
static inline CURLcode ccurl_set_large(CURL *_Nonnull handle, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(handle, option, value);
}

/// No protocol but HTTP, by names, or by bits where libcurl is older than 7.85 and does not know the names.
static inline CURLcode ccurl_allow_http_only(CURL *_Nonnull handle) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
  if (code != CURLE_UNKNOWN_OPTION) return code;
  return curl_easy_setopt(handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
}

/// libcurl keeps a copy.
static inline CURLcode ccurl_set_text(CURL *_Nonnull handle, CURLoption option, const char *_Nonnull value) {
  return curl_easy_setopt(handle, option, value);
}

/// For options that take data of the caller's.
static inline CURLcode ccurl_set_pointer(CURL *_Nonnull handle, CURLoption option, void *_Nullable value) {
  return curl_easy_setopt(handle, option, value);
}

/// libcurl keeps no copy.
static inline CURLcode ccurl_set_fields(CURL *_Nonnull handle, struct curl_slist *_Nullable fields) {
  return curl_easy_setopt(handle, CURLOPT_HTTPHEADER, fields);
}

/// For `CURLOPT_HEADERFUNCTION` and `CURLOPT_WRITEFUNCTION`.
static inline CURLcode ccurl_set_reader(
    CURL *_Nonnull handle, CURLoption option,
    size_t (*_Nonnull reader)(char *_Nonnull bytes, size_t size, size_t count, void *_Nullable data)) {
  return curl_easy_setopt(handle, option, reader);
}

/// The status of an answer; 0 if none was read.
static inline long ccurl_status(CURL *_Nonnull handle) {
  long status = 0;
  curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
  return status;
}

static inline CURLMcode ccurl_multi_set_number(CURLM *_Nonnull multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

/// Takes the next transfer that has ended. Gives null if there is none.
static inline CURL *_Nullable ccurl_next_end(CURLM *_Nonnull multi, CURLcode *_Nonnull result) {
  int left = 0;
  CURLMsg *message;
  while ((message = curl_multi_info_read(multi, &left))) {
    if (message->msg != CURLMSG_DONE) continue;
    *result = message->data.result;
    return message->easy_handle;
  }
  return NULL;
}

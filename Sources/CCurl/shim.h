// libcurl, an HTTP client, with wrappers for the parts that Swift cannot import: variadic functions, and macros that
// use other macros.
#include <curl/curl.h>

static inline CURLcode ccurl_global_init(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }

static inline CURLcode ccurl_set_number(CURL *_Nonnull handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

/// Sets an option that takes a `curl_off_t`. The names of such options end in `LARGE`.
static inline CURLcode ccurl_set_large(CURL *_Nonnull handle, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(handle, option, value);
}

/// Allows only HTTP and HTTPS. Versions of libcurl before 7.85 do not support the option with protocol names; for these
/// versions, the older option with a bit mask is used.
static inline CURLcode ccurl_allow_http_only(CURL *_Nonnull handle) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
  if (code != CURLE_UNKNOWN_OPTION) return code;
  return curl_easy_setopt(handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
}

/// Sets an option that takes a text. libcurl copies the text.
static inline CURLcode ccurl_set_text(CURL *_Nonnull handle, CURLoption option, const char *_Nonnull value) {
  return curl_easy_setopt(handle, option, value);
}

/// Sets an option that takes a pointer to data of the caller.
static inline CURLcode ccurl_set_pointer(CURL *_Nonnull handle, CURLoption option, void *_Nullable value) {
  return curl_easy_setopt(handle, option, value);
}

/// Sets the header fields of a request. libcurl does not copy the list, so the caller must keep it during the transfer.
static inline CURLcode ccurl_set_fields(CURL *_Nonnull handle, struct curl_slist *_Nullable fields) {
  return curl_easy_setopt(handle, CURLOPT_HTTPHEADER, fields);
}

/// Sets the function for `CURLOPT_HEADERFUNCTION`, `CURLOPT_WRITEFUNCTION` or `CURLOPT_READFUNCTION`.
static inline CURLcode ccurl_set_reader(
    CURL *_Nonnull handle, CURLoption option,
    size_t (*_Nonnull reader)(char *_Nonnull bytes, size_t size, size_t count, void *_Nullable data)) {
  return curl_easy_setopt(handle, option, reader);
}

/// Returns the status of the answer; 0 if no status was read.
static inline long ccurl_status(CURL *_Nonnull handle) {
  long status = 0;
  curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
  return status;
}

/// Returns the socket of a connection that was made with `CURLOPT_CONNECT_ONLY`; -1 if there is none.
static inline int ccurl_socket(CURL *_Nonnull handle) {
  curl_socket_t socket = CURL_SOCKET_BAD;
  curl_easy_getinfo(handle, CURLINFO_ACTIVESOCKET, &socket);
  return (int)socket;
}

static inline CURLMcode ccurl_multi_set_number(CURLM *_Nonnull multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

/// Removes an ended transfer from libcurl's message queue and returns the transfer; returns null if none has ended.
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

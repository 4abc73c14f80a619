// https://curl.se/libcurl/c/; Apple ships libcurl's own header with macOS, and iOS has no libcurl.
#pragma once
#include <stddef.h>

typedef void CURL;
typedef void CURLM;
typedef long long curl_off_t;

typedef enum {
  CURLE_OK = 0,
  CURLE_UNSUPPORTED_PROTOCOL = 1,
  CURLE_OUT_OF_MEMORY = 27,
  CURLE_OPERATION_TIMEDOUT = 28,
  CURLE_UNKNOWN_OPTION = 48,
  CURLE_FILESIZE_EXCEEDED = 63
} CURLcode;
typedef enum { CURLM_OK = 0 } CURLMcode;
typedef enum {
  CURLOPT_WRITEDATA = 10001,
  CURLOPT_URL = 10002,
  CURLOPT_PROXY = 10004,
  CURLOPT_POSTFIELDS = 10015,
  CURLOPT_HTTPHEADER = 10023,
  CURLOPT_HEADERDATA = 10029,
  CURLOPT_HTTPGET = 80,
  CURLOPT_NOSIGNAL = 99,
  CURLOPT_MAXFILESIZE_LARGE = 30117,
  CURLOPT_POSTFIELDSIZE_LARGE = 30120,
  CURLOPT_TIMEOUT_MS = 155,
  CURLOPT_HTTP_CONTENT_DECODING = 158,
  CURLOPT_COPYPOSTFIELDS = 10165,
  CURLOPT_PROTOCOLS = 181,
  CURLOPT_SUPPRESS_CONNECT_HEADERS = 265,
  CURLOPT_PROTOCOLS_STR = 10318,
  CURLOPT_QUICK_EXIT = 322,
  CURLOPT_WRITEFUNCTION = 20011,
  CURLOPT_HEADERFUNCTION = 20079
} CURLoption;
typedef enum { CURLMOPT_MAXCONNECTS = 6 } CURLMoption;
typedef enum { CURLINFO_RESPONSE_CODE = 0x200002 } CURLINFO;
typedef enum { CURLMSG_NONE, CURLMSG_DONE } CURLMSG;
typedef struct CURLMsg {
  CURLMSG msg;
  CURL *easy_handle;
  union {
    void *whatever;
    CURLcode result;
  } data;
} CURLMsg;
#define CURLPROTO_HTTP (1 << 0)
#define CURLPROTO_HTTPS (1 << 1)
#define CURL_GLOBAL_DEFAULT 3
struct curl_slist {
  char *data;
  struct curl_slist *next;
};
struct curl_waitfd;

CURLcode curl_global_init(long flags);
CURL *curl_easy_init(void);
CURLcode curl_easy_setopt(CURL *curl, CURLoption option, ...);
CURLcode curl_easy_getinfo(CURL *curl, CURLINFO info, ...);
void curl_easy_cleanup(CURL *curl);
const char *curl_easy_strerror(CURLcode);
CURLM *curl_multi_init(void);
CURLMcode curl_multi_setopt(CURLM *multi_handle, CURLMoption option, ...);
CURLMcode curl_multi_add_handle(CURLM *multi_handle, CURL *curl_handle);
CURLMcode curl_multi_remove_handle(CURLM *multi_handle, CURL *curl_handle);
CURLMcode curl_multi_perform(CURLM *multi_handle, int *running_handles);
CURLMcode curl_multi_poll(
    CURLM *multi_handle, struct curl_waitfd *extra_fds, unsigned int extra_nfds, int timeout_ms, int *ret);
CURLMcode curl_multi_wakeup(CURLM *multi_handle);
CURLMsg *curl_multi_info_read(CURLM *multi_handle, int *msgs_in_queue);
CURLMcode curl_multi_cleanup(CURLM *multi_handle);
struct curl_slist *curl_slist_append(struct curl_slist *list, const char *data);
void curl_slist_free_all(struct curl_slist *list);

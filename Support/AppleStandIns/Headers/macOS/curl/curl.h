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
  CURLE_FILESIZE_EXCEEDED = 63,
  CURLE_AGAIN = 81
} CURLcode;
typedef enum { CURLM_OK = 0 } CURLMcode;
typedef enum {
  CURLOPT_NOBODY = 44,
  CURLOPT_UPLOAD = 46,
  CURLOPT_SSL_VERIFYPEER = 64,
  CURLOPT_FRESH_CONNECT = 74,
  CURLOPT_CONNECTTIMEOUT = 78,
  CURLOPT_SSL_VERIFYHOST = 81,
  CURLOPT_HTTP_VERSION = 84,
  CURLOPT_CONNECT_ONLY = 141,
  CURLOPT_WRITEDATA = 10001,
  CURLOPT_URL = 10002,
  CURLOPT_PROXY = 10004,
  CURLOPT_READDATA = 10009,
  CURLOPT_POSTFIELDS = 10015,
  CURLOPT_HTTPHEADER = 10023,
  CURLOPT_HEADERDATA = 10029,
  CURLOPT_CUSTOMREQUEST = 10036,
  CURLOPT_ACCEPT_ENCODING = 10102,
  CURLOPT_REQUEST_TARGET = 10266,
  CURLOPT_HTTPGET = 80,
  CURLOPT_NOSIGNAL = 99,
  CURLOPT_INFILESIZE_LARGE = 30115,
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
  CURLOPT_READFUNCTION = 20012,
  CURLOPT_HEADERFUNCTION = 20079
} CURLoption;
typedef enum { CURLMOPT_MAXCONNECTS = 6 } CURLMoption;
typedef enum { CURLINFO_RESPONSE_CODE = 0x200002, CURLINFO_ACTIVESOCKET = 0x50002C } CURLINFO;
enum { CURL_HTTP_VERSION_1_1 = 2 };
typedef int curl_socket_t;
#define CURL_SOCKET_BAD -1
#define CURL_WRITEFUNC_PAUSE 0x10000001
#define CURL_READFUNC_ABORT 0x10000000
#define CURL_READFUNC_PAUSE 0x10000001
#define CURLPAUSE_CONT 0
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
CURLcode curl_easy_perform(CURL *curl);
CURLcode curl_easy_pause(CURL *handle, int bitmask);
CURLcode curl_easy_recv(CURL *curl, void *buffer, size_t buflen, size_t *n);
CURLcode curl_easy_send(CURL *curl, const void *buffer, size_t buflen, size_t *n);
void curl_easy_reset(CURL *curl);
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

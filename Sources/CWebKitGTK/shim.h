#include <webkit/webkit.h>
#include <glib-unix.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>

/* libdispatch's way to let another run loop drain its main queue (CoreFoundation uses the same). */
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);

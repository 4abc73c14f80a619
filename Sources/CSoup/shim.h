// libsoup: an HTTP server, on GLib.
#include <libsoup/soup.h>

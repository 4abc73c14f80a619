// Xlib and its extension XTEST, with which a program sends input like that of a person. The functions wrap macros and
// callbacks that Swift cannot import.
#include <X11/XKBlib.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/XTest.h>
#include <X11/keysym.h>
#include <stdbool.h>
#include <stdlib.h>

static inline int cx_ignore_error(Display *_Nullable display, XErrorEvent *_Nullable error) { return 0; }

static inline int cx_ignore_end(Display *_Nullable display) { return 0; }

static inline void cx_keep_running(Display *_Nullable display, void *_Nullable data) {}

/// Prepares Xlib for several threads, and keeps the program running after errors. By default, Xlib ends the program
/// after a request for a window that no longer exists, and when a display ends.
static inline void cx_prepare(void) {
  XInitThreads();
  XSetErrorHandler(cx_ignore_error);
  XSetIOErrorHandler(cx_ignore_end);
}

/// Opens a display; NULL if it cannot be reached. By default, Xlib ends the program when a display ends; with this
/// display, its functions fail instead.
static inline Display *_Nullable cx_open(const char *_Nonnull name) {
  Display *display = XOpenDisplay(name);
  if (display) XSetIOErrorExitHandler(display, cx_keep_running, NULL);
  return display;
}

/// A window of an application.
struct cx_window {
  /// 0 if there is none.
  Window id;
  int x, y, width, height;
};

/// Finds the topmost window of an application, without menus and other windows that no window manager would manage.
static inline struct cx_window cx_top_window(Display *_Nonnull display) {
  struct cx_window found = {0, 0, 0, 0, 0};
  Window root = DefaultRootWindow(display), parent, *children = NULL;
  unsigned int count = 0;
  if (!XQueryTree(display, root, &root, &parent, &children, &count)) return found;
  for (unsigned int i = count; i-- > 0;) {
    XWindowAttributes attributes;
    if (!XGetWindowAttributes(display, children[i], &attributes)) continue;
    if (attributes.map_state != IsViewable || attributes.override_redirect || attributes.class != InputOutput) continue;
    found = (struct cx_window){children[i], attributes.x, attributes.y, attributes.width, attributes.height};
    break;
  }
  if (children) XFree(children);
  return found;
}

/// Returns whether a menu or another window is open that takes all input.
static inline bool cx_has_menu(Display *_Nonnull display) {
  bool found = false;
  Window root = DefaultRootWindow(display), parent, *children = NULL;
  unsigned int count = 0;
  if (!XQueryTree(display, root, &root, &parent, &children, &count)) return false;
  for (unsigned int i = 0; i < count && !found; i++) {
    XWindowAttributes attributes;
    found = XGetWindowAttributes(display, children[i], &attributes) && attributes.map_state == IsViewable &&
            attributes.override_redirect && attributes.class == InputOutput;
  }
  if (children) XFree(children);
  return found;
}

/// Returns the width of the display's screen, in pixels.
static inline int cx_screen_width(Display *_Nonnull display) { return DisplayWidth(display, DefaultScreen(display)); }

/// Returns the height of the display's screen, in pixels.
static inline int cx_screen_height(Display *_Nonnull display) { return DisplayHeight(display, DefaultScreen(display)); }

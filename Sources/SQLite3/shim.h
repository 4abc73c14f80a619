// Linux's SQLite under the name of Apple's module, so that `import SQLite3` is the same on both platforms.
#include <sqlite3.h>

// PostgreSQL's client library, with the values of macros that Swift does not import.
#include <libpq-fe.h>

static const int causeway_pg_sqlstate = PG_DIAG_SQLSTATE;
static const int causeway_pg_message = PG_DIAG_MESSAGE_PRIMARY;

// PostgreSQL's client library, and the macros of it that Swift does not see.
#include <libpq-fe.h>

static const int causeway_pg_sqlstate = PG_DIAG_SQLSTATE;
static const int causeway_pg_message = PG_DIAG_MESSAGE_PRIMARY;

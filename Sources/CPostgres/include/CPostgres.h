#ifndef CPOSTGRES_H
#define CPOSTGRES_H

// The real header, through a symbolic link to where Debian has it.
#include "postgresql/libpq-fe.h"

// The functions that are used. Their types are those of the header, so that a library that changed
// does not compile.
#define CPOSTGRES_FUNCTIONS(X)                                                                     \
    X(PQbackendPID) X(PQclear) X(PQcmdStatus) X(PQconnectdbParams) X(PQconninfoFree)               \
    X(PQconninfoParse) X(PQerrorMessage) X(PQexec) X(PQexecPrepared) X(PQfinish) X(PQgetResult)    \
    X(PQgetisnull) X(PQgetlength) X(PQgetvalue) X(PQnfields) X(PQntuples) X(PQprepare) X(PQreset)  \
    X(PQresultErrorField) X(PQresultStatus) X(PQsendQuery) X(PQsetErrorVerbosity)                  \
    X(PQsetNoticeReceiver) X(PQsocket) X(PQstatus)

/// The functions of libpq, under their own names.
struct cpostgres_library {
#define CPOSTGRES_MEMBER(name) __typeof__(name) *_Nonnull name;
    CPOSTGRES_FUNCTIONS(CPOSTGRES_MEMBER)
};

/// Loads libpq, so that nothing is linked and only a fleet needs it; NULL if it is missing or too old.
const struct cpostgres_library *_Nullable cpostgres_load(void);

#endif

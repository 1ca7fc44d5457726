#include "core/store/database_sentences.h"

#include <sqlite3.h>

#include <system_error>

namespace coterie {

namespace {

std::string because(int systemError)
{
    return systemError == 0 ? std::string()
                            : " (" + std::generic_category().message(systemError) + ")";
}

} // namespace

std::string databaseSentence(int code, int systemError, const std::string& detail)
{
    switch (code & 0xff) { // the low byte is the primary code, the rest refines it
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return "the run store is locked by another program; close it or try again";
    case SQLITE_READONLY:
        return "the run store is read-only; it can be looked at but not changed";
    case SQLITE_PERM:
    case SQLITE_AUTH:
        return "no permission to open the run store" + because(systemError);
    case SQLITE_CANTOPEN:
        return "the run store cannot be opened" + because(systemError);
    case SQLITE_NOTADB:
        return "the file is not a database";
    case SQLITE_CORRUPT:
        return "the run store is damaged; restore a copy, or rescue what is left with \"sqlite3 "
               "FILE .recover\"";
    case SQLITE_FULL:
        return "the disk is full; free some space and try again";
    case SQLITE_IOERR:
        return "the disk refused to read or write the run store" + because(systemError);
    case SQLITE_NOMEM:
        return "there is not enough memory for the run store";
    case SQLITE_TOOBIG:
        return "a value is too large for the run store";
    default:
        return "the run store refused: " + detail;
    }
}

} // namespace coterie

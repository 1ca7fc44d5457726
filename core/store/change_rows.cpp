#include "core/store/change_rows.h"

#include "core/store/branch_rows.h"
#include "core/store/database.h"
#include "core/store/row_values.h"

#include <string>
#include <variant>

namespace coterie {

void readChanges(Database& database, std::vector<RunRow>& rows)
{
    for (RunRow& row : rows) {
        if (!row.isMixed)
            continue;
        auto query = database.statement("SELECT round, kind, ifnull(value, '') FROM event"
                                        " WHERE run = ? AND kind = 'liveChange'"
                                        " ORDER BY round, position",
                                        row.id);
        while (query.next()) {
            int round = 0;
            std::string kind;
            std::string json;
            query.read(0, round, kind, json);
            const EventValue event = eventValue(kind, json);
            if (const auto* changed = std::get_if<SettingChanged>(&event))
                row.changes.push_back(
                    {.round = round, .change = {.place = changed->place, .value = changed->to}});
        }
    }
    readBranches(database, rows);
}

} // namespace coterie

#pragma once

#include "core/store/database.h"
#include "tests/ui/csv_lines.h"
#include "tests/ui/window_bench.h"
#include "ui/runs/run_view_model.h"

#include <QDockWidget>
#include <QTemporaryDir>

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace coterie::ui::test {

/// Absent where the column is NULL.
template <typename Value>
std::optional<Value> readAt(const Statement& row, int column)
{
    std::optional<Value> value;
    row.read(column, value);
    return value;
}

/// Four real runs in a store and the window over it. Tests compare what the docks show and export
/// with what SQL finds in the store, at the newest round and at an earlier one.
class DocksFixture : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase() { m_window.reset(); }

protected:
    static void addRuns();
    /// Shows this run at this round, as a user would through the Compare page and the time line.
    void look(std::int64_t run, int round);
    void look();
    void open(std::int64_t run);
    [[nodiscard]] QDockWidget& dock(const char* name) const;
    /// What a dock exports, its header aside; its panel has been drawn.
    [[nodiscard]] std::vector<Line> exported(const char* name);
    /// One row of SQL after the other, handed to `take`.
    template <typename Take>
    void query(const QString& sql, const Take& take) const;
    [[nodiscard]] std::vector<std::vector<int>> groupsOf(const char* table, int round) const;
    /// The rounds of the run in which groups were formed, up to this one.
    [[nodiscard]] std::vector<RoundGroups> formedUntil(int last) const;
    [[nodiscard]] std::optional<double> value(const QString& sql) const;
    /// " WHERE run = 1 AND round = 3", of what is looked at.
    [[nodiscard]] QString here() const;

    QTemporaryDir m_folder;
    std::filesystem::path m_store;
    std::unique_ptr<MainWindow> m_window;
    std::int64_t m_run = 0;
    int m_round = 0;
};

template <typename Take>
void DocksFixture::query(const QString& sql, const Take& take) const
{
    Database database(m_store, Database::Access::ReadOnly);
    Statement statement = database.statement(sql.toStdString());
    statement.bind();
    while (statement.next())
        take(statement);
}

} // namespace coterie::ui::test

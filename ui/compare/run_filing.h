#pragma once

#include "core/store/run_labels.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

class QWidget;

namespace coterie {
struct RunRow;
}

namespace coterie::ui {

class RunChoice;
class RunEdits;
class RunTableModel;

/// Tags, names and folders of several runs at once, each change with its undo.
class RunFiling final : public QObject
{
    Q_OBJECT

public:
    struct Parts
    {
        RunEdits& edits;
        const RunTableModel& model;
        const RunChoice& choice;
    };

    /// `page` is the parent of the dialogs.
    RunFiling(const Parts& parts, QWidget* page);

    void askForTags();
    void changeTags(const std::vector<std::int64_t>& runs,
                    const QString& done,
                    const std::vector<std::string>& added,
                    const std::vector<std::string>& removed);
    void askForName();
    /// Without a name: each run is called by its arm again.
    void name(const std::vector<std::int64_t>& runs, const QString& typed);
    void askForFolder();
    /// Without a folder's name: out of theirs.
    void move(const std::vector<std::int64_t>& runs, const QString& typed);
    void askForNewName(const QString& folder);
    void rename(const QString& folder, const QString& name);
    /// Its runs stay and have no folder.
    void dissolve(const QString& folder);

signals:
    /// Runs were put into a folder.
    void filed();
    /// Soon, if the store takes it.
    void renamed(const QString& from, const QString& to);

private:
    [[nodiscard]] QStringList folders() const;
    /// What all of them have; nothing where they differ.
    [[nodiscard]] std::optional<QString> common(const std::vector<std::int64_t>& runs,
                                                std::string RunRow::*label) const;

    Parts m_parts;
    QWidget* m_page;
};

} // namespace coterie::ui

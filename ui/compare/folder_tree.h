#pragma once

#include "core/store/run_store.h"

#include <QString>
#include <QTreeWidget>

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace coterie::ui {

/// A folder with the number of runs in it and in those within it.
struct FolderNode
{
    std::string path;
    std::size_t runs = 0;

    bool operator==(const FolderNode&) const = default;
};

/// Every folder with a run in it and those around it, each before those within it.
[[nodiscard]] std::vector<FolderNode> foldersOf(std::span<const RunRow> runs);

/// The folders of the runs, to list those of one, and to drop runs on one.
class FolderTree final : public QTreeWidget
{
    Q_OBJECT

public:
    explicit FolderTree(QWidget* parent = nullptr);

    void setRuns(std::span<const RunRow> runs);
    /// As a click would; a folder that is not there chooses all runs.
    void choose(const std::optional<std::string>& folder);
    /// Nothing: all runs; "": those in no folder.
    [[nodiscard]] std::optional<std::string> chosen() const { return m_chosen; }
    /// A folder that is renamed stays chosen once its runs have it.
    void follow(const QString& from, const QString& to);

signals:
    void folderChosen(const std::optional<std::string>& folder);
    /// "": no folder.
    void runsDropped(const std::vector<std::int64_t>& runs, const QString& folder);
    void renameWanted(const QString& folder);
    void removalWanted(const QString& folder);

protected:
    [[nodiscard]] QStringList mimeTypes() const override;
    void
    drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const override;
    void dropEvent(QDropEvent* event) override;

private:
    [[nodiscard]] QTreeWidgetItem* itemOf(const std::optional<std::string>& folder) const;
    void takeCurrent();
    void enableActions();

    std::optional<std::string> m_chosen;
    std::pair<std::string, std::string> m_renamed; ///< from and to
    std::vector<FolderNode> m_folders;             ///< as shown
    std::set<std::string> m_own;                   ///< folders with a run of one's own store
    std::size_t m_all = 0;
    std::size_t m_loose = 0; ///< in no folder
    QAction* m_rename = nullptr;
    QAction* m_remove = nullptr;
};

} // namespace coterie::ui

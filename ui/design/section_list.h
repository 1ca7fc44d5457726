#pragma once

#include "ui/design/design_section.h"

#include <QAbstractListModel>
#include <QListView>
#include <QString>

#include <optional>

namespace coterie::ui {

/// The outline's entries and how many problems each has.
class SectionModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role
    {
        ProblemsRole = Qt::UserRole + 1, ///< a number; invalid where nothing is to be said
        WarningRole, ///< a sentence: the entry is right, and still it cannot be run; else empty
    };

    using QAbstractListModel::QAbstractListModel;

    /// Absent: nothing has been checked yet.
    void setProblems(const std::optional<std::array<int, kDesignSections>>& problems);
    /// Something that is no mistake of the file's; an empty sentence takes it away.
    void setWarning(DesignSection section, const QString& sentence);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    /// Whether a tick or a count is to stand behind the entry.
    [[nodiscard]] bool isJudged(DesignSection section) const;
    [[nodiscard]] QString stateText(DesignSection section) const;

    std::optional<std::array<int, kDesignSections>> m_problems;
    std::array<QString, kDesignSections> m_warnings;
};

/// The experiment's outline: one line per topic, with a tick, a warning or a red count of
/// problems behind it.
class SectionList final : public QListView
{
    Q_OBJECT

public:
    explicit SectionList(QWidget* parent = nullptr);

    void setProblems(const std::optional<std::array<int, kDesignSections>>& problems);
    void setWarning(DesignSection section, const QString& sentence);
    void choose(DesignSection section);

    [[nodiscard]] QSize sizeHint() const override;

signals:
    void chosen(DesignSection section);

protected:
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    SectionModel m_model;
};

} // namespace coterie::ui

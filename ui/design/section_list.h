#pragma once

#include "ui/design/design_section.h"

#include <QAbstractListModel>
#include <QListView>
#include <QString>

#include <optional>

namespace coterie::ui {

/// The parts of the outline and their problems.
class SectionModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role
    {
        ProblemsRole = Qt::UserRole + 1, ///< a number; invalid if the part is not judged
        WarningRole, ///< a sentence if the part is valid but cannot be run, else empty
    };

    using QAbstractListModel::QAbstractListModel;

    /// Before the first, no part is judged.
    void setProblems(const std::array<int, kDesignSections>& problems);
    /// Sets a warning that is not an error of the file; empty to clear it.
    void setWarning(DesignSection section, const QString& sentence);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    /// Of a part that shows a tick or a count.
    [[nodiscard]] std::optional<int> problemsOf(DesignSection section) const;

    std::optional<std::array<int, kDesignSections>> m_problems;
    std::array<QString, kDesignSections> m_warnings;
};

/// The outline of the experiment: one line per part with a tick, a warning or a red count of
/// problems.
class SectionList final : public QListView
{
    Q_OBJECT

public:
    explicit SectionList(QWidget* parent = nullptr);

    [[nodiscard]] SectionModel& sections() { return m_model; }
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

#pragma once

#include "ui/design/section_model.h"

#include <QListView>

namespace coterie::ui {

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

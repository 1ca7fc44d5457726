#pragma once

#include "ui/design/experiment_outline.h"

#include <QScrollArea>

class QVBoxLayout;

namespace coterie::ui {

/// An experiment's outline as cards, one per topic, with what to look for on top.
class OutlineView final : public QScrollArea
{
    Q_OBJECT

public:
    explicit OutlineView(QWidget* parent = nullptr);

    void tell(const QString& description,
              const QString& lookFor,
              const std::vector<OutlineSection>& sections);

protected:
    void changeEvent(QEvent* event) override;

private:
    void rebuild();
    [[nodiscard]] QWidget* makeLead() const;
    [[nodiscard]] QWidget* makeCard(const OutlineSection& section) const;

    QString m_description;
    QString m_lookFor;
    std::vector<OutlineSection> m_sections;
};

} // namespace coterie::ui

#pragma once

#include "ui/design/overview_topics.h"

#include <QScrollArea>

class QVBoxLayout;

namespace coterie::ui {

/// An experiment in words as cards, one per topic, with what to look for on top.
class Overview final : public QScrollArea
{
    Q_OBJECT

public:
    explicit Overview(QWidget* parent = nullptr);

    void tell(const QString& description,
              const QString& lookFor,
              const std::vector<OverviewTopic>& topics);

protected:
    void changeEvent(QEvent* event) override;

private:
    void rebuild();
    [[nodiscard]] QWidget* makeLead() const;
    [[nodiscard]] QWidget* makeCard(const OverviewTopic& topic) const;

    QString m_description;
    QString m_lookFor;
    std::vector<OverviewTopic> m_topics;
};

} // namespace coterie::ui

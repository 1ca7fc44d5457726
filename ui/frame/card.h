#pragma once

#include <QFrame>

namespace coterie::ui {

/// A rounded surface on the page: the frame of one topic.
class Card final : public QFrame
{
    Q_OBJECT

public:
    explicit Card(QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace coterie::ui

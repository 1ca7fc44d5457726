#pragma once

#include <QWidget>

class QLabel;

namespace coterie::ui {

struct EmptyStateWords
{
    QString icon;
    QString title;
    QString text;   ///< what is missing and the next step
    QString button; ///< empty: no button
    QString tip;    ///< what the button does
    QString buttonIcon;
};

/// What an empty page shows: what is missing and the next step.
class EmptyState final : public QWidget
{
    Q_OBJECT

public:
    explicit EmptyState(const EmptyStateWords& words, QWidget* parent = nullptr);

    void setText(const QString& text);

signals:
    void buttonClicked();

protected:
    void changeEvent(QEvent* event) override;

private:
    void showIcon();

    QString m_iconName;
    QLabel* m_icon = nullptr;
    QLabel* m_text = nullptr;
};

} // namespace coterie::ui

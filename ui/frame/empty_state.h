#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace coterie::ui {

struct EmptyStateWords
{
    QString icon;
    QString title;
    QString text;   ///< what is missing and the next step
    QString button; ///< empty: no button
    QString tip;    ///< what the button does
    QString buttonIcon;
    QString otherTip = {}; ///< of the second button, which setOther() shows; empty: there is none
};

/// What an empty page shows: what is missing and the next step.
class EmptyState final : public QWidget
{
    Q_OBJECT

public:
    explicit EmptyState(const EmptyStateWords& words, QWidget* parent = nullptr);

    void setText(const QString& text);
    /// The second button; an empty text hides it.
    void setOther(const QString& text);

signals:
    void buttonClicked();
    void otherClicked();

protected:
    void changeEvent(QEvent* event) override;

private:
    void fitText();
    void showIcon();

    QString m_iconName;
    QLabel* m_icon = nullptr;
    QLabel* m_text = nullptr;
    QPushButton* m_other = nullptr; ///< null without EmptyStateWords::otherTip
};

} // namespace coterie::ui
